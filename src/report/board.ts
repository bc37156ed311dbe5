// Runs side by side, as data: who competes and who frames the board, which ranks the data leave open, who is beaten at
// both cost and quality.
import { basename } from 'node:path';
import { noWorkNames } from '../agent/index.ts';
import { canonicalJson } from '../core/index.ts';
import { plannedTrials, talliesBy, type Summary, type Tally } from '../run/index.ts';
import { MIN_TASKS_TO_RANK, rank, type RankPlace } from '../stats/index.ts';
import { examAttempts, type ReportedRun } from './reported-run.ts';

/** The reference, agents that do no work and wrong programs show that the exam can be passed and cannot be fooled. */
export type Role = 'competes' | 'reference' | 'wrong program' | 'no work';

export interface BoardEntry {
  readonly label: string;
  readonly role: Role;
  readonly run: ReportedRun;
  readonly summary: Summary;
  readonly byTask: Record<string, Tally>;
  /** Null when it does not compete. */
  readonly place: RankPlace | null;
  /** Whom it is beaten by at both cost and quality; none on the front; null when its cost is not known. */
  readonly beatenBy: readonly string[] | null;
}

export interface Board {
  /** The reference first, then those who compete, best first, then those who must fail. */
  readonly entries: readonly BoardEntry[];
  /** Whether at least two runs have enough tasks to be told apart. */
  readonly ranked: boolean;
  readonly sameExams: boolean;
}

const order: readonly Role[] = ['reference', 'competes', 'wrong program', 'no work'];

export function makeBoard(runs: readonly ReportedRun[]): Board {
  const labels = labelsOf(runs);
  const contenders = runs.filter(({ summary }) => roleOf(summary) === 'competes');
  const places = new Map(
    rank(contenders.map((run) => ({ name: run.folder, attempts: examAttempts(run) }))).map((place) => [
      place.name,
      place,
    ]),
  );
  const entries = runs.map((run): BoardEntry => {
    const { summary, config, rows, folder } = run;
    return {
      label: labels.get(folder) ?? folder,
      role: roleOf(summary),
      run,
      summary,
      byTask: talliesBy(
        plannedTrials(config, rows).filter(({ id }) => id.twin === undefined),
        ({ id }) => [id.task],
      ),
      place: places.get(folder) ?? null,
      beatenBy: contenders.includes(run) ? beatenBy(run, contenders, labels) : null,
    };
  });
  return {
    entries: entries.toSorted(
      (a, b) => order.indexOf(a.role) - order.indexOf(b.role) || (b.summary.mean ?? -1) - (a.summary.mean ?? -1),
    ),
    ranked: contenders.filter(({ summary }) => summary.tasks >= MIN_TASKS_TO_RANK).length > 1,
    sameExams: new Set(runs.map(exams)).size === 1,
  };
}

/** What the headline is about, in a word: twins aside. */
function exams({ lock }: ReportedRun): string {
  return canonicalJson(Object.fromEntries(Object.entries(lock.instances).filter(([name]) => !name.includes('~'))));
}

function roleOf({ agent, model }: Pick<Summary, 'agent' | 'model'>): Role {
  if (model !== null) return 'competes';
  if (agent === 'reference' || agent.startsWith('also:')) return 'reference';
  if (agent.startsWith('wrong:')) return 'wrong program';
  return noWorkNames.includes(agent) ? 'no work' : 'competes';
}

function label({ agent, model, unverified }: Pick<Summary, 'agent' | 'model' | 'unverified'>): string {
  const name = model && agent !== 'interpreter' ? `${model} (${agent})` : (model ?? agent);
  return `${name}${unverified ? ', unverified' : ''}`;
}

/** Two runs of one model are told apart by the names of their folders. */
export function labelsOf(runs: readonly ReportedRun[]): Map<string, string> {
  const names = runs.map(({ summary }) => label(summary));
  return new Map(
    runs.map(({ folder, summary }) => {
      const name = label(summary);
      return [folder, names.filter((other) => other === name).length > 1 ? `${name} · ${basename(folder)}` : name];
    }),
  );
}

function beatenBy(
  run: ReportedRun,
  contenders: readonly ReportedRun[],
  labels: ReadonlyMap<string, string>,
): readonly string[] | null {
  const [cost, mean] = [run.summary.meanCost, run.summary.mean];
  if (cost === null || mean === null) return null;
  return contenders
    .filter(({ summary: { meanCost, mean: other } }) => {
      if (meanCost === null || other === null) return false;
      return meanCost <= cost && other >= mean && (meanCost < cost || other > mean);
    })
    .map(({ folder }) => labels.get(folder) ?? folder);
}
