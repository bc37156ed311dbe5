# %% Takes the side where most of the blue lies for the tip: that is the weight at the tail (fails: answer *)
import json

import numpy as np
import pandas as pd
from PIL import Image
from scipy import ndimage

gauges = pd.read_csv("data/gauges.csv", encoding="utf-8-sig")
gauges.columns = ["tag", "service", "unit", "start", "end", "limit", "row", "column"]
photo = Image.open("data/panel.png").convert("RGB")
hue, saturation, value = np.moveaxis(np.asarray(photo.convert("HSV")).astype(float), 2, 0)
hue = hue * 360 / 255
gauges

# %% Colours: the end ticks, the needle and the cap are the only saturated things on the panel
vivid = (saturation > 110) & (value > 90)
masks = {
    "green": vivid & (hue > 110) & (hue < 170),
    "red": vivid & ((hue < 12) | (hue > 345)),
    "blue": vivid & (hue > 205) & (hue < 245),
    "orange": vivid & (hue > 22) & (hue < 45),
}
height, width = hue.shape
cell_height, cell_width = height / gauges["row"].max(), width / gauges["column"].max()


def biggest(mask):
    """The pixels (y, x) of the largest connected piece."""
    labels, count = ndimage.label(mask)
    sizes = ndimage.sum_labels(mask, labels, range(1, count + 1))
    return np.argwhere(labels == 1 + int(np.argmax(sizes))).astype(float)


def bearing(points, centre):
    """Degrees clockwise from straight up of the mean direction of the points."""
    dy, dx = (points - centre).T
    turn = np.arctan2(dx, -dy)
    return np.degrees(np.arctan2(np.sin(turn).mean(), np.cos(turn).mean()))


# %%
readings = {}
for gauge in gauges.itertuples():
    top, left = round((gauge.row - 1) * cell_height), round((gauge.column - 1) * cell_width)
    window = np.s_[top : round(top + cell_height), left : round(left + cell_width)]
    centre = biggest(masks["orange"][window]).mean(axis=0)
    green, red = biggest(masks["green"][window]), biggest(masks["red"][window])
    zero, full = bearing(green, centre), bearing(red, centre)
    ring = np.hypot(*(green.mean(axis=0) - centre))

    blue = np.argwhere(masks["blue"][window]).astype(float)
    dy, dx = blue.mean(axis=0) - centre
    tip = np.degrees(np.arctan2(dx, -dy))

    # The ticks tell which of the two arcs between green and red is the scale.
    dark = np.argwhere(value[window] < 110).astype(float)
    distance = np.hypot(*(dark - centre).T)
    dark = dark[(distance > 0.95 * ring) & (distance < 1.08 * ring)]
    turns = np.degrees(np.arctan2(dark[:, 1] - centre[1], centre[0] - dark[:, 0]))
    clockwise = (full - zero) % 360
    share = np.mean((turns - zero) % 360 < clockwise)
    position = (tip - zero) % 360 / clockwise if share > 0.5 else (zero - tip) % 360 / (360 - clockwise)
    readings[gauge.tag] = gauge.start + position * (gauge.end - gauge.start)
readings

# %% [answer]
answer = {}
for gauge in gauges.itertuples():
    places = 2 if gauge.end - gauge.start < 40 else 1
    answer[gauge.tag.lower().replace("-", "_")] = round(float(readings[gauge.tag]), places)
answer["above_limit"] = [gauge.tag for gauge in gauges.itertuples() if readings[gauge.tag] > gauge.limit]
print(json.dumps(answer))
