// The selection of tasks from a suite.
import { expect, test } from 'vitest';
import { categoryOf } from '../../src/core/index.ts';
import { selectTasks, taskIds } from '../../src/suite/index.ts';

const core = { suite: 'core' };

test('a suite consists of every folder that contains a task', () => {
  expect(selectTasks(core)).toEqual(taskIds());
  expect(taskIds()).toContain('chart/tied-winner');
});

test('a pattern with a slash matches the whole id, a pattern without one the name', () => {
  expect(selectTasks({ ...core, include: ['chart/tied-*'] })).toEqual(['chart/tied-winner']);
  expect(selectTasks({ ...core, include: ['tied-winner'] })).toEqual(['chart/tied-winner']);
  expect(selectTasks({ ...core, exclude: ['chart/*'] }).filter((id) => id.startsWith('chart/'))).toEqual([]);
});

test('a limit is spread evenly over the categories', () => {
  const categories = new Set(taskIds().map(categoryOf));
  const chosen = selectTasks({ ...core, limit: categories.size });
  expect(new Set(chosen.map(categoryOf)).size).toBe(categories.size);
  expect(selectTasks({ ...core, limit: 10_000 })).toEqual(taskIds());
});

test.each([
  [{ suite: 'nonsense' }, 'there is no suite "nonsense"'],
  [{ ...core, include: ['nothing/*'] }, 'no task of the suite "core" matches "nothing/*"'],
  [{ ...core, exclude: ['**'] }, 'leaves no task'],
])('%j is refused', (selection, message) => {
  expect(() => selectTasks(selection)).toThrow(message);
});
