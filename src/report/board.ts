// The leaderboard as data: which runs compete, their rank ranges, and which are dominated in cost and score.
import { basename } from 'node:path';
import { parseTrialId, printInstanceId, programRole, type AgentSpec } from '../core/index.ts';
import { plannedTrials, talliesBy, type Summary, type Tally } from '../results/index.ts';
import { MIN_TASKS_TO_RANK, rank, type RankPlace } from '../stats/index.ts';
import { instanceAttempts, instanceDigests, type ReportedRun } from './reported-run.ts';

/** Only "competes" is ranked. The other roles are baselines: instances can be passed, and only by doing the work. */
export type Role = 'competes' | 'reference' | 'wrong program' | 'no work';

export interface BoardEntry {
  readonly label: string;
  readonly role: Role;
  readonly run: ReportedRun;
  readonly summary: Summary;
  readonly byTask: Record<string, Tally>;
  /** Null for baselines. */
  readonly place: RankPlace | null;
  /** Labels of the runs that dominate it in cost and score; empty on the Pareto front; null when its cost is unknown. */
  readonly beatenBy: readonly string[] | null;
}

export interface Board {
  /** Reference agents, then competing runs by score, then wrong programs and no-work agents. */
  readonly entries: readonly BoardEntry[];
  /** Whether at least two competing runs have enough tasks to be ranked. */
  readonly ranked: boolean;
  readonly sameInstances: boolean;
}

const order: readonly Role[] = ['reference', 'competes', 'wrong program', 'no work'];

export function makeBoard(runs: readonly ReportedRun[]): Board {
  const labels = labelsOf(runs);
  const competitors = runs.filter(({ config }) => roleOf(config.spec.agent) === 'competes');
  const places = new Map(
    rank(competitors.map((run) => ({ name: run.folder, attempts: instanceAttempts(run) }))).map((place) => [
      place.name,
      place,
    ]),
  );
  const entries = runs.map((run): BoardEntry => {
    const { summary, config, rows, folder } = run;
    return {
      label: labels.get(folder) ?? folder,
      role: roleOf(config.spec.agent),
      run,
      summary,
      byTask: talliesBy(
        plannedTrials(config, rows).filter(({ id }) => id.twin === undefined),
        ({ id }) => [id.task],
      ),
      place: places.get(folder) ?? null,
      beatenBy: competitors.includes(run) ? dominatorsOf(run, competitors, labels) : null,
    };
  });
  return {
    entries: entries.toSorted(
      (a, b) => order.indexOf(a.role) - order.indexOf(b.role) || (b.summary.mean ?? -1) - (a.summary.mean ?? -1),
    ),
    ranked: competitors.filter(({ summary }) => summary.tasks >= MIN_TASKS_TO_RANK).length > 1,
    sameInstances: haveSameInstances(runs),
  };
}

/** Whether all runs plan the same instances, clean twins aside, and no instance has two digests. */
function haveSameInstances(runs: readonly ReportedRun[]): boolean {
  const planned = runs.map(({ config }) => {
    const names = config.trials.flatMap((name) => parseTrialId(name) ?? []).filter(({ twin }) => twin === undefined);
    return JSON.stringify([...new Set(names.map(printInstanceId))].toSorted());
  });
  const digests = new Map<string, string>();
  for (const [name, digest] of runs.flatMap((run) => [...instanceDigests(run)])) {
    if (!name.includes('~') && (digests.get(name) ?? digest) !== digest) return false;
    digests.set(name, digest);
  }
  return new Set(planned).size === 1;
}

function roleOf(agent: AgentSpec): Role {
  if (agent.kind === 'no-work') return 'no work';
  if (agent.kind !== 'program') return 'competes';
  const role = programRole(agent);
  if (role === 'wrong') return 'wrong program';
  return role === 'half' ? 'competes' : 'reference';
}

function labelOf({ agent, model, unverified }: Pick<Summary, 'agent' | 'model' | 'unverified'>): string {
  return `${model ?? agent}${unverified ? ', unverified' : ''}`;
}

/** Labels by run folder. Runs with the same label get the folder name too. */
export function labelsOf(runs: readonly ReportedRun[]): Map<string, string> {
  const names = runs.map(({ summary }) => labelOf(summary));
  return new Map(
    runs.map(({ folder, summary }) => {
      const name = labelOf(summary);
      return [folder, names.filter((other) => other === name).length > 1 ? `${name} · ${basename(folder)}` : name];
    }),
  );
}

function dominatorsOf(
  run: ReportedRun,
  competitors: readonly ReportedRun[],
  labels: ReadonlyMap<string, string>,
): readonly string[] | null {
  const [cost, mean] = [run.summary.meanCost, run.summary.mean];
  if (cost === null || mean === null) return null;
  return competitors
    .filter(({ summary: { meanCost, mean: other } }) => {
      if (meanCost === null || other === null) return false;
      return meanCost <= cost && other >= mean && (meanCost < cost || other > mean);
    })
    .map(({ folder }) => labels.get(folder) ?? folder);
}
