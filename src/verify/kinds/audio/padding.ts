// What an encoder adds before and after a sound.
import type { SoundFile } from '../../../formats/index.ts';

/** In seconds: MP3 fills whole frames, and needs one to begin. */
export function encoderPadding({ type, rate }: Pick<SoundFile, 'type' | 'rate'>): number {
  // Measured with LAME: 56 to 67 ms at 22,050 samples a second, 30 ms at 44,100, 96 ms at 16,000.
  return type === 'mp3' ? (3 * (rate >= 32_000 ? 1152 : 576)) / rate : 0;
}
