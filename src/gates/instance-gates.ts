// The gates of one instance, as jobs of about one trial each, so that the jobs of many instances run at the same time.
import { answerBlock } from '../dialects/index.ts';
import { columnSubmissions, noWorkActions, hostileActions, otherInstance, type ScriptedSpec } from '../agent/index.ts';
import { agentName, Draw, printInstanceId, programRole, type InstanceId, type ProgramRole } from '../core/index.ts';
import { makeInstance, type TaskInstance, type LoadedTask } from '../suite/index.ts';
import { uncovered } from './coverage.ts';
import { gateNames, type GateFinding, type Gate } from './gates.ts';
import { gradeWithoutTrial } from './grade.ts';
import { recordedInstanceDigest } from './instance-digests.ts';
import { playTrial, type PlayedTrial, type Stage } from './play.ts';
import { faultOfRight, faultOfWrong } from './programs.ts';
import { mutantsOf, variantsOf, type MutantSource, type WorkToGrade } from '../verify/index.ts';

const HOSTILE_PER_INSTANCE = 2;

export interface GateJob {
  /** The gates that it has findings for. */
  readonly gates: readonly Gate[];
  readonly run: () => Promise<GateFinding[]>;
}

const job = (run: GateJob['run'], ...gates: Gate[]): GateJob => ({ gates, run });

const gateOfRole = { reference: 'reference', also: 'also', wrong: 'wrong', half: 'halfWork' } satisfies Record<
  ProgramRole,
  Gate
>;
/** The gate that a program of a task is for, by its name. */
const gateOf = (program: string) => gateOfRole[programRole({ program })];

const REFERENCE: ScriptedSpec = { kind: 'program', program: 'reference' };

/** The instances of a task. Each is made once, and its reference is played once. */
export class TaskInstances {
  readonly task: LoadedTask;
  readonly #stage: Stage;
  readonly #instances = new Map<string, Promise<TaskInstance>>();
  readonly #references = new Map<string, Promise<PlayedTrial>>();

  constructor(task: LoadedTask, stage: Stage) {
    this.task = task;
    this.#stage = stage;
  }

  /** `wanted`: left out, all. */
  jobs(id: InstanceId, wanted: readonly Gate[] = gateNames): GateJob[] {
    const programs = [...this.task.programs.values()].filter(({ name }) => name !== 'reference');
    const jobs = [
      job(() => this.#reference(id), 'reference'),
      ...(this.task.twins ?? []).map((twin) => job(() => this.#referenceOnTwin({ ...id, twin }), 'reference')),
      ...programs.map(({ name }) => job(() => this.#program(id, name), gateOf(name))),
      job(() => this.#noWork(id), 'noWork'),
      job(() => this.#variations(id, wanted), 'mutants', 'variants'),
      job(() => this.#hostile(id), 'hostile'),
      job(() => this.#coverage(id), 'coverage'),
      job(() => this.#bytes(id), 'bytes'),
    ];
    return jobs.filter(({ gates }) => gates.some((gate) => wanted.includes(gate)));
  }

  async #reference(id: InstanceId): Promise<GateFinding[]> {
    const fault = faultOfRight(await this.#played(id));
    return [this.#finding('reference', id, fault && `reference ${fault}`, 'reference')];
  }

  async #referenceOnTwin(id: InstanceId): Promise<GateFinding[]> {
    const fault = faultOfRight(await this.#played(id));
    return [this.#finding('reference', id, fault && `reference, on the ${id.twin} twin, ${fault}`, 'reference')];
  }

  async #program(id: InstanceId, name: string): Promise<GateFinding[]> {
    const program = this.task.programs.get(name);
    if (!program) throw new Error(`${this.task.id} has no ${name}`);
    const instance = await this.#instance(id);
    const gate = gateOf(name);
    if (gate === 'halfWork') return [await this.#halfWork(id, name)];
    const spec: ScriptedSpec = { kind: 'program', program: name };
    const played = await playTrial(this.task, instance, spec, this.#stage);
    const fault = gate === 'also' ? faultOfRight(played) : faultOfWrong(program, instance, played);
    return [this.#finding(gate, id, fault && `${name} ${fault}`, agentName(spec))];
  }

  /** The audit computes its pass rate over all instances. */
  async #halfWork(id: InstanceId, name: string): Promise<GateFinding> {
    const spec: ScriptedSpec = { kind: 'program', program: name };
    const { outcome, faults } = await playTrial(this.task, await this.#instance(id), spec, this.#stage);
    const fault = faults[0] === undefined ? undefined : `${name} breaks: ${faults[0]}`;
    return { ...this.#finding('halfWork', id, fault, agentName(spec)), ok: outcome.kind !== 'passed', agent: name };
  }

  async #coverage(id: InstanceId): Promise<GateFinding[]> {
    const names = uncovered(await this.#instance(id), this.task.mentions);
    const fault = names.length > 0 ? `the query names ${names.join(', ')}, and no check covers them` : undefined;
    return [this.#finding('coverage', id, fault)];
  }

  async #noWork(id: InstanceId): Promise<GateFinding[]> {
    const instance = await this.#instance(id);
    const { truth: _truth, checks: _checks, ...seen } = instance;
    const findings: GateFinding[] = [];
    for (const [name, action] of Object.entries(noWorkActions)) {
      const { files, response } = await action(seen);
      findings.push(await this.#scoresNothing(instance, name, { files, block: answerBlock(response) }));
    }
    for (const [column, { files, response }] of await columnSubmissions(seen))
      findings.push(
        await this.#scoresNothing(instance, `one-column ${column}`, { files, block: answerBlock(response) }),
      );
    // A fixed task has no other instance.
    if (!this.task.fixed)
      findings.push(await this.#scoresNothing(instance, 'other-seed', await this.#played(otherInstance(id))));
    return findings;
  }

  async #scoresNothing(instance: TaskInstance, name: string, work: WorkToGrade): Promise<GateFinding> {
    const verdict = await gradeWithoutTrial(instance, work, this.#stage.services.verifier);
    const fault =
      verdict.kind === 'failed'
        ? undefined
        : verdict.kind === 'passed'
          ? `"${name}" passes without doing the work`
          : `the verifier fails on what "${name}" submits: ${verdict.reason}`;
    return this.#finding('noWork', instance.id, fault, name.split(' ')[0]);
  }

  /** Mutants must be caught, harmless variants must pass. Both need a reference that passes. */
  async #variations(id: InstanceId, wanted: readonly Gate[]): Promise<GateFinding[]> {
    const instance = await this.#instance(id);
    const work = await this.#played(id);
    if (work.outcome.kind !== 'passed') return [];
    const draw = Draw.from({ task: id.task, seed: id.seed, salt: `mutants ${id.lang}` });
    const playAfter = (cell: string) => this.#playAfter(instance, cell);
    const source: MutantSource = { instance, work, draw, playAfter };
    const findings: GateFinding[] = [];
    const mutants = wanted.includes('mutants') ? await mutantsOf(source) : [];
    for (const { what, work: mutant, certain, note: known } of mutants) {
      const verdict = await gradeWithoutTrial(instance, mutant, this.#stage.services.verifier);
      const fault =
        verdict.kind === 'fault'
          ? `the verifier breaks on a mutant (${what}): ${verdict.reason}`
          : verdict.kind === 'passed' && certain
            ? `passes though it is wrong: ${what}`
            : undefined;
      const survived = verdict.kind === 'passed' && !certain;
      const note = survived ? `may be equal to the reference, and passes: ${what}` : known;
      const finding = this.#finding('mutants', id, fault);
      findings.push({ ...finding, ok: verdict.kind === 'failed', ...(note === undefined ? {} : { note }) });
    }
    const variants = wanted.includes('variants') ? await variantsOf(source) : [];
    for (const { what, work: variant } of variants) {
      const verdict = await gradeWithoutTrial(instance, variant, this.#stage.services.verifier);
      const fault =
        verdict.kind === 'passed' ? undefined : `does not pass though it is right: ${what} (${verdict.reason})`;
      findings.push(this.#finding('variants', id, fault));
    }
    return findings;
  }

  /** Two for each instance: over the seeds of an audit, each of them is drawn. */
  async #hostile(id: InstanceId): Promise<GateFinding[]> {
    const instance = await this.#instance(id);
    const draw = Draw.from({ task: id.task, seed: id.seed, salt: `hostile ${id.lang}` });
    const quick = hostileActions(instance).filter(({ slow }) => !slow);
    const findings: GateFinding[] = [];
    for (const { name } of draw.sample(quick, HOSTILE_PER_INSTANCE)) {
      const spec: ScriptedSpec = { kind: 'hostile', name };
      const agent = agentName(spec);
      const { outcome } = await playTrial(this.task, instance, spec, this.#stage);
      const fault = outcome.kind === 'failed' ? undefined : `${agent} ends as ${outcome.kind}, not as failed`;
      findings.push(this.#finding('hostile', id, fault, agent));
    }
    return findings;
  }

  async #bytes(id: InstanceId): Promise<GateFinding[]> {
    const { digest } = await this.#instance(id);
    const again = await makeInstance(this.task, id, '');
    const recorded = recordedInstanceDigest(this.task.folder, id);
    const fault =
      again.digest !== digest
        ? 'the same seed gave two different instances'
        : recorded !== undefined && recorded !== digest
          ? 'the instance is not the one recorded in instances.json'
          : undefined;
    return [this.#finding('bytes', id, fault)];
  }

  #instance(id: InstanceId): Promise<TaskInstance> {
    return once(this.#instances, printInstanceId(id), () => makeInstance(this.task, id, ''));
  }

  #played(id: InstanceId): Promise<PlayedTrial> {
    return once(this.#references, printInstanceId(id), async () =>
      playTrial(this.task, await this.#instance(id), REFERENCE, this.#stage),
    );
  }

  async #playAfter(instance: TaskInstance, cell: string): Promise<WorkToGrade> {
    const { programs } = this.task;
    const reference = programs.get('reference');
    if (!reference) throw new Error(`${this.task.id} has no reference`);
    const prepared = { ...reference, cells: [{ code: cell, answer: false }, ...reference.cells] };
    const task = { ...this.task, programs: new Map([...programs, ['reference', prepared]]) };
    return await playTrial(task, instance, REFERENCE, this.#stage);
  }

  #finding(gate: Gate, id: InstanceId, problem: string | undefined, agent?: string): GateFinding {
    const slug = id.task.split('/')[1];
    const twin = id.twin ? ' --twins' : '';
    const see = agent && `pybench run -a ${agent} -i ${slug} --seeds ${id.seed} --lang ${id.lang}${twin}`;
    return {
      gate,
      instance: printInstanceId(id),
      ok: problem === undefined,
      ...(problem === undefined ? {} : { problem }),
      ...(see ? { see } : {}),
    };
  }
}

/** Checks that the folder of a task has the required programs. */
export function programsFinding({ id, programs }: LoadedTask): GateFinding[] {
  const roles = [...programs.keys()].map((program) => programRole({ program }));
  const count = (role: ProgramRole) => roles.filter((each) => each === role).length;
  const lacking: GateFinding[] = [];
  const add = (gate: Gate, problem: string) => lacking.push({ gate, instance: id, ok: false, problem });
  if (!programs.has('reference')) add('reference', 'there is no reference.py');
  if (count('also') < 1)
    add('also', 'there is no other right way (also-*.py), so it is not known whether the checks are too narrow');
  if (count('wrong') < 2) add('wrong', 'there are fewer than two wrong ways (wrong-*.py)');
  if (count('half') < 1)
    add('halfWork', 'there is no simple heuristic (half-*.py), so it is not known whether one passes');
  return lacking;
}

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}
