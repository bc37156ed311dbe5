// Judges a check of kind `audio`: reads the sound, and has it listened to.
import { FormatProblem, readSound, type SoundFile } from '../../../formats/index.ts';
import { judgeExcerpts } from './excerpts.ts';
import { judgeLevels } from './levels.ts';
import { judgePeak, judgeSegments, judgeSoundForm, judgeSoundLike, judgeTones } from './heard.ts';
import type { AudioCheck, SoundLook } from './kind.ts';
import { cannotRead, fail, type CheckFinding, type Material } from '../../material.ts';

export async function evaluateAudio({ file, looks }: AudioCheck, { files }: Material): Promise<CheckFinding> {
  const bytes = files.get(file);
  if (!bytes) return fail(`${file} is missing`);
  try {
    const finding = await judgeLook(looks, await readSound(bytes));
    return { ...finding, message: `${file}: ${finding.message}` };
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(file, error);
    throw error;
  }
}

function judgeLook(looks: SoundLook, sound: SoundFile): CheckFinding | Promise<CheckFinding> {
  switch (looks.look) {
    case 'form':
      return judgeSoundForm(looks.form, sound);
    case 'levels':
      return judgeLevels(looks.levels, sound);
    case 'tones':
      return judgeTones(looks.tones, sound);
    case 'segments':
      return judgeSegments(looks, sound);
    case 'peak':
      return judgePeak(looks, sound);
    case 'like':
      return judgeSoundLike(looks, sound);
    case 'excerpts':
      return judgeExcerpts(looks, sound);
  }
}
