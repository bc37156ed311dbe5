# %% The strongest pair of frequencies every tenth of a second
import json

import numpy as np
import soundfile

line, rate = soundfile.read("data/line_recording.wav")
rows, columns = [697, 770, 852, 941], [1209, 1336, 1477]
keypad, keys = ["123", "456", "789", "*0#"], ""
size = rate // 10
for at in range(0, len(line) - size, size):
    spectrum = np.abs(np.fft.rfft(line[at : at + size]))
    power = lambda hertz: spectrum[round(hertz * size / rate)]
    low, high = max(range(4), key=lambda i: power(rows[i])), max(range(3), key=lambda i: power(columns[i]))
    if power(rows[low]) > 5 * spectrum.mean() and keys[-1:] != keypad[low][high]:
        keys += keypad[low][high]

# %% [answer]
print(json.dumps({"keys": keys}))
