// Judges a check of kind `audio`: reads the sound, and has it listened to.
import { FormatProblem, readSound, type SoundFile } from '../formats/index.ts';
import { judgeExcerpts } from './audio-excerpts.ts';
import { judgeLevels } from './audio-levels.ts';
import { judgePeak, judgeSegments, judgeSoundForm, judgeSoundLike, judgeTones } from './audio-looks.ts';
import type { AudioCheck, SoundLook } from './audio.ts';
import { cannotRead, fail, type Finding, type Material } from './material.ts';

export async function judgeAudio({ file, looks }: AudioCheck, { files }: Material): Promise<Finding> {
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

function judgeLook(looks: SoundLook, sound: SoundFile): Finding | Promise<Finding> {
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
