// Types as a person does: clicks the field, deletes its content and presses one key after another. Characters that have
// no key are composed by an input method.
import type { CDPSession, Locator, Page } from 'playwright-core';

const plainFields = ['text', 'search', 'email', 'tel', 'url', 'password', 'number'];
const onKeyboard = /^[\x20-\x7e\n\t]$/;

export async function typeInto(
  page: Page,
  session: CDPSession,
  field: Locator,
  text: string,
  timeout: number,
): Promise<void> {
  const kind = ((await field.getAttribute('type', { timeout })) ?? 'text').toLowerCase();
  // Fields with a special format, such as dates, are filled at once.
  if (!plainFields.includes(kind)) return await field.fill(text, { timeout });
  await field.click({ timeout });
  if ((await field.inputValue({ timeout }).catch(() => 'editable')) !== '') {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
  }
  for (const part of parts(text)) {
    if (onKeyboard.test(part)) await page.keyboard.type(part);
    else await compose(session, part);
  }
}

/** Splits a text into single characters of the keyboard and runs of other characters. */
function parts(text: string): string[] {
  const found: string[] = [];
  for (const each of text) {
    const last = found.at(-1);
    if (last !== undefined && !onKeyboard.test(each) && !onKeyboard.test(last)) found[found.length - 1] = last + each;
    else found.push(each);
  }
  return found;
}

async function compose(session: CDPSession, text: string): Promise<void> {
  const process = { windowsVirtualKeyCode: 229, key: 'Process' };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...process });
  await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await session.send('Input.insertText', { text });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', windowsVirtualKeyCode: 32, key: ' ', code: 'Space' });
}
