// Builds before the tests, and again before every rerun of watch mode. Graders, drivers of web pages and planners of figures
// are processes that run compiled code, and digests come from the graph of compiled modules: with a build that is older
// than the sources, tests would run old code. The build takes about 50 ms when nothing has changed, and a few seconds
// otherwise. Starting these processes from TypeScript instead would add the time of compilation to each of them.
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../setup/build.mjs';
import { createProgress } from '../../setup/progress.mjs';

export default async function build(project: TestProject): Promise<void> {
  await ensureBuild(createProgress());
  project.onTestsRerun(() => ensureBuild(createProgress()));
}
