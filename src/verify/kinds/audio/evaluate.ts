// Evaluates a check of kind `audio`: reads the sound and compares what the check names.
import { FormatProblem, readSound, type SoundFile } from '../../../formats/index.ts';
import { compareExcerpts } from './excerpts.ts';
import { compareLevels } from './levels.ts';
import { comparePeak, compareSegments, compareSoundForm, compareSound, compareTones } from './heard.ts';
import type { AudioCheck, SoundLook } from './kind.ts';
import { cannotRead, fail, type CheckFinding, type Material } from '../../material.ts';

export async function evaluateAudio({ file, looks }: AudioCheck, { files }: Material): Promise<CheckFinding> {
  const bytes = files.get(file);
  if (!bytes) return fail(`${file} is missing`);
  try {
    const finding = await compareLook(looks, await readSound(bytes));
    return { ...finding, message: `${file}: ${finding.message}` };
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(file, error);
    throw error;
  }
}

function compareLook(looks: SoundLook, sound: SoundFile): CheckFinding | Promise<CheckFinding> {
  switch (looks.look) {
    case 'form':
      return compareSoundForm(looks.form, sound);
    case 'levels':
      return compareLevels(looks.levels, sound);
    case 'tones':
      return compareTones(looks.tones, sound);
    case 'segments':
      return compareSegments(looks, sound);
    case 'peak':
      return comparePeak(looks, sound);
    case 'like':
      return compareSound(looks, sound);
    case 'excerpts':
      return compareExcerpts(looks, sound);
  }
}
