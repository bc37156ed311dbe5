# %% Keeps what lies between the end of one cut and the start of the next, though one may lie within another (fails: audio output/interview_edited.wav form)
import csv

import numpy as np
import soundfile

sound, rate = soundfile.read("data/interview.wav")
with open("data/edits.csv", encoding="utf-8-sig", newline="") as file:
    rows = list(csv.reader(file))[1:]


# %%
def place(clock):
    minutes, seconds = clock.split(":")
    return round((int(minutes) * 60 + float(seconds)) * rate)


for start, end, edit, _ in rows:
    stretch = slice(place(start), place(end))
    if edit == "mute":
        sound[stretch] = 0
    elif edit == "bleep":
        times = np.arange(stretch.stop - stretch.start) / rate
        sound[stretch] = 0.2 * np.sin(2 * np.pi * 1000 * times)[:, None]
    elif edit != "cut":
        sound[stretch] *= 10 ** (float(edit.removesuffix("dB")) / 20)

# %%
cuts = sorted((place(start), place(end)) for start, end, edit, _ in rows if edit == "cut")
pieces, last = [], 0
for start, end in cuts:
    pieces.append(sound[last:start])
    last = end
pieces.append(sound[last:])
soundfile.write("output/interview_edited.wav", np.concatenate(pieces), rate, subtype="PCM_16")
len(pieces)
