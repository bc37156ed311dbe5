// The services of the verifier. It owns warm graders, browsers, planners and renderers; the caller owns the
// interpreters.
import type { InterpreterHost } from '../interpreter/index.ts';
import { openRenderer, type Renderer } from '../render/index.ts';
import { WarmPool } from '../system/index.ts';
import { openGraders, type Graders } from './graders.ts';
import { Planner } from './kinds/figure/picture/planner.ts';
import { openBrowsers, type Browsers } from './kinds/web/browsers.ts';

export interface GradingServices {
  readonly graders: Graders;
  readonly browsers: Browsers;
  /** Find text in pictures. */
  readonly planners: WarmPool<Planner>;
  readonly renderer: Renderer;
  /** Run submitted programs; not owned. */
  readonly interpreters: InterpreterHost;
}

export interface OpenGradingServices extends GradingServices, AsyncDisposable {
  /** Ends the processes of all services except the interpreters, and waits until they have ended. */
  close(): Promise<void>;
}

/** Opening is cheap: each process starts on first use. */
export function openGradingServices(interpreters: InterpreterHost): OpenGradingServices {
  const owned = {
    graders: openGraders(),
    browsers: openBrowsers(),
    planners: new WarmPool(() => new Planner(), 1),
    renderer: openRenderer(),
  };
  const close = async () => void (await Promise.all(Object.values(owned).map((service) => service.close())));
  return { ...owned, interpreters, close, [Symbol.asyncDispose]: close };
}
