// The first Ctrl-C cancels running work and waits for cleanup; the second one exits at once.
import { tell } from './print.ts';

let controller: AbortController | undefined;

export function stopSignal(): AbortSignal {
  if (controller) return controller.signal;
  const stop = new AbortController();
  controller = stop;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      tell('\nStopping: running trials are being cancelled. Once more to stop at once.');
      stop.abort('stopped by the user');
    });
  }
  return stop.signal;
}

/** Whether a person has stopped us: shells expect exit code 130 then. */
export const stopped = (): boolean => controller?.signal.aborted ?? false;
