// Reads and writes GPX 1.1: way points and tracks.
import { childElements, findElements, markupText, type Markup } from './markup.ts';
import { FormatProblem } from '../problem.ts';
import { element, readXml, writeXml } from './xml.ts';

interface GpxPoint {
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation?: number;
  /** The text of the file, usually ISO 8601 in UTC. */
  readonly time?: string;
  readonly name?: string;
}

interface GpxTrack {
  readonly name?: string;
  readonly segments: readonly (readonly GpxPoint[])[];
}

export interface Gpx {
  readonly waypoints: readonly GpxPoint[];
  readonly tracks: readonly GpxTrack[];
}

export async function readGpx(bytes: Uint8Array): Promise<Gpx> {
  const root = readXml(bytes, { prefixes: 'cut' });
  if (root.name !== 'gpx') throw new FormatProblem(`the root element is "${root.name}", not "gpx"`);
  return {
    waypoints: childElements(root, 'wpt').map(pointOf),
    tracks: childElements(root, 'trk').map((track) => ({
      ...optional('name', childText(track, 'name')),
      segments: childElements(track, 'trkseg').map((segment) => findElements(segment, 'trkpt').map(pointOf)),
    })),
  };
}

function pointOf(node: Markup): GpxPoint {
  const [latitude, longitude] = [node.attributes['lat'], node.attributes['lon']].map(numberOf);
  if (latitude === undefined || longitude === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    throw new FormatProblem(
      `a point has the latitude ${node.attributes['lat']} and the longitude ${node.attributes['lon']}`,
    );
  const height = childText(node, 'ele');
  const elevation = numberOf(height);
  if (height !== undefined && elevation === undefined) throw new FormatProblem(`"${height}" is no elevation`);
  return {
    latitude,
    longitude,
    ...optional('elevation', elevation),
    ...optional('time', childText(node, 'time')),
    ...optional('name', childText(node, 'name')),
  };
}

function childText(node: Markup, name: string): string | undefined {
  const [child] = childElements(node, name);
  return child ? markupText(child).trim() : undefined;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: V };
}

export function writeGpx({ waypoints, tracks }: Gpx): string {
  const root = element('gpx', { version: '1.1', creator: 'Recorder', xmlns: 'http://www.topografix.com/GPX/1/1' }, [
    ...waypoints.map((point) => pointElement('wpt', point)),
    ...tracks.map(({ name, segments }) =>
      element('trk', {}, [
        ...textElement('name', name),
        ...segments.map((points) =>
          element(
            'trkseg',
            {},
            points.map((point) => pointElement('trkpt', point)),
          ),
        ),
      ]),
    ),
  ]);
  return writeXml(root);
}

function pointElement(name: string, point: GpxPoint): Markup {
  return element(name, { lat: String(point.latitude), lon: String(point.longitude) }, [
    ...textElement('ele', point.elevation?.toString()),
    ...textElement('time', point.time),
    ...textElement('name', point.name),
  ]);
}

function textElement(name: string, text: string | undefined): Markup[] {
  return text === undefined ? [] : [element(name, {}, [text])];
}
