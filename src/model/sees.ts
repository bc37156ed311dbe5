// Whether a model accepts pictures, guessed from its name. `--vision on|off` overrides the guess.

const blind = /gpt-3\.5|gpt-oss|o1-mini|o3-mini|claude-(2|instant)|gemini-1\.0|codestral|devstral/i;
const seeing =
  /gpt-[4-9]|\bo[134]\b|claude|gemini|gemma-?3|grok-(2-vision|[4-9])|pixtral|llama-?(3\.2-(11|90)b|4)|llava|vision|[-_.\d]vl\b|internvl|minicpm-v|mistral-(small|medium)|qwen.?3\.5/i;

export function seemsToSee(model: string): boolean {
  return !blind.test(model) && seeing.test(model);
}
