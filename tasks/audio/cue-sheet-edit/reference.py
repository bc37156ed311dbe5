# %%
import csv

import numpy as np
import soundfile

sound, rate = soundfile.read("data/interview.wav")
with open("data/edits.csv", encoding="utf-8-sig", newline="") as file:
    rows = list(csv.reader(file))[1:]
rows


# %%
def place(clock):
    minutes, seconds = clock.split(":")
    return round((int(minutes) * 60 + float(seconds)) * rate)


keep = np.ones(len(sound), dtype=bool)
for start, end, edit, _ in rows:
    stretch = slice(place(start), place(end))
    if edit == "cut":
        keep[stretch] = False
    elif edit == "mute":
        sound[stretch] = 0
    elif edit == "bleep":
        times = np.arange(stretch.stop - stretch.start) / rate
        sound[stretch] = 0.2 * np.sin(2 * np.pi * 1000 * times)[:, None]
    else:
        sound[stretch] *= 10 ** (float(edit.removesuffix("dB")) / 20)

# %%
soundfile.write("output/interview_edited.wav", sound[keep], rate, subtype="PCM_16")
keep.mean()
