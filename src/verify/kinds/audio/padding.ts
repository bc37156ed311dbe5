// The padding that an encoder adds before and after a sound.
import type { SoundFile } from '../../../formats/index.ts';

/** Limit of the padding in seconds: MP3 consists of whole frames and needs one more at the start. */
export function encoderPadding({ type, rate }: Pick<SoundFile, 'type' | 'rate'>): number {
  // Measured with LAME: 56 to 67 ms at 22,050 samples a second, 30 ms at 44,100, 96 ms at 16,000.
  return type === 'mp3' ? (3 * (rate >= 32_000 ? 1152 : 576)) / rate : 0;
}
