"""Top-level await: one event loop for all cells, so that a task begun in one can be awaited in another."""

from collections.abc import Coroutine
from typing import Any

_loop: Any = None


def run_coroutine(coroutine: Coroutine[Any, Any, Any]) -> Any:
    global _loop
    import asyncio  # 50 ms that most programs never need

    if _loop is None or _loop.is_closed():
        _loop = asyncio.new_event_loop()
    asyncio.set_event_loop(_loop)
    task = _loop.create_task(coroutine)
    try:
        return _loop.run_until_complete(task)
    finally:
        # An interrupted task would continue in the next cell that awaits.
        if not task.done():
            task.cancel()
