// An isolated world (a term of the DevTools protocol): a separate JavaScript context that shares only the elements with
// the page. Scripts of the page cannot replace a function in it or observe its calls.
import type { CDPSession } from 'playwright-core';
import { PageFault } from './fault.ts';
import { WORLD } from './world-look.ts';

export interface Handle {
  readonly objectId: string;
}

export class World {
  readonly #session: CDPSession;
  #context: number | undefined;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /**
   * Calls a function of world-look.ts. Navigation destroys the isolated world and its handles, so a failed call without
   * handles is repeated once in a new world.
   */
  async call(name: string, args: readonly unknown[] = [], handles: readonly Handle[][] = []): Promise<unknown> {
    try {
      return await this.#call(name, args, handles);
    } catch (error) {
      if (error instanceof PageFault || handles.length > 0) throw error;
      this.#context = undefined;
      return await this.#call(name, args, handles);
    }
  }

  /** The elements that have this role and name in the accessibility tree. */
  async named(role: string | undefined, name: string | undefined): Promise<Handle[]> {
    const executionContextId = await this.#ready();
    const { root } = await this.#session.send('DOM.getDocument', { depth: 0 });
    const { nodes } = await this.#session.send('Accessibility.queryAXTree', {
      nodeId: root.nodeId,
      ...(role === undefined ? {} : { role }),
      ...(name === undefined ? {} : { accessibleName: name }),
    });
    const ids = nodes.flatMap(({ ignored, backendDOMNodeId }) =>
      ignored || backendDOMNodeId === undefined ? [] : [backendDOMNodeId],
    );
    const found = ids.map((backendNodeId) =>
      this.#session.send('DOM.resolveNode', { backendNodeId, executionContextId }),
    );
    return (await Promise.all(found)).flatMap(({ object: { objectId } }) => (objectId ? [{ objectId }] : []));
  }

  async #call(name: string, args: readonly unknown[], handles: readonly Handle[][]): Promise<unknown> {
    const executionContextId = await this.#ready();
    const sizes = handles.map(({ length }) => length);
    const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: `function (name, args, sizes, ...elements) {
        const given = sizes.map((size) => elements.splice(0, size));
        return pybench[name](...args, given);
      }`,
      arguments: [{ value: name }, { value: args }, { value: sizes }, ...handles.flat()],
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      const why = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new PageFault(`the page cannot be looked at: ${why.split('\n')[0]}`);
    }
    return result.value;
  }

  async #ready(): Promise<number> {
    if (this.#context !== undefined) return this.#context;
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'looking on',
    });
    await this.#session.send('Runtime.evaluate', { contextId: executionContextId, expression: WORLD });
    this.#context = executionContextId;
    return executionContextId;
  }
}
