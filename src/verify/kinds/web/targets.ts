// Finds the element of an action. Playwright searches open shadow trees, too, in an isolated world.
import type { Locator, Page } from 'playwright-core';
import type { WebTarget } from './script.ts';

export function find(page: Page, target: WebTarget): Locator {
  if (typeof target === 'string') return page.locator(target);
  if ('label' in target) return page.getByLabel(target.label, { exact: true });
  return page.getByRole(target.role, target.name === undefined ? {} : { name: target.name, exact: true });
}
