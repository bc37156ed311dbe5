// YAML files whose errors name a line. Imported when a file is read: few commands read one.
export type { Complaint } from './document.ts';

export async function yamlReader() {
  const [{ YamlDocument }, { suggest }] = await Promise.all([import('./document.ts'), import('./schema.ts')]);
  return { YamlDocument, suggest };
}
