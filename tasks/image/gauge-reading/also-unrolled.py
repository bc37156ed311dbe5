# %% Unrolls every dial into a strip, angle by radius, and reads along the strip
import csv
import json

import cv2
import numpy as np

with open("data/gauges.csv", encoding="utf-8-sig", newline="") as file:
    gauges = list(csv.reader(file))[1:]
photo = cv2.imread("data/panel.png").astype(np.int32)
rows, columns = max(int(gauge[6]) for gauge in gauges), max(int(gauge[7]) for gauge in gauges)
cell_height, cell_width = photo.shape[0] // rows, photo.shape[1] // columns
STEPS = 3600  # a tenth of a degree


def split(image):
    """How green, red, blue and orange every pixel is: from differences of channels."""
    blue, green, red = image[..., 0], image[..., 1], image[..., 2]
    return {
        "green": np.clip(green - np.maximum(red, blue) - 25, 0, None),
        "red": np.clip(red - np.maximum(green, blue) - 60, 0, None) * (green < blue + 30),
        "blue": np.clip(blue - np.maximum(red, green) - 40, 0, None),
        "orange": np.clip(red - blue - 90, 0, None) * (green > blue + 40),
    }


def peak(profile):
    """The centre of the heaviest bump of a circular profile, in steps."""
    smooth = np.convolve(np.tile(profile, 3), np.ones(61), "same")[STEPS : 2 * STEPS]
    top = int(np.argmax(smooth))
    near = np.arange(top - 60, top + 61)
    return top + float(np.average(near - top, weights=profile[near % STEPS] + 1e-9))


# %%
readings = {}
for tag, _, _, start, end, _, row, column in gauges:
    y, x = (int(row) - 1) * cell_height, (int(column) - 1) * cell_width
    cell = photo[y : y + cell_height, x : x + cell_width]
    moments = cv2.moments(split(cell)["orange"].astype(np.float32))
    centre = (moments["m10"] / moments["m00"], moments["m01"] / moments["m00"])
    strip = cv2.warpPolar(cell.astype(np.float32), (150, STEPS), centre, 150, cv2.WARP_POLAR_LINEAR)
    colours = split(strip.astype(np.int32))
    # The strip's first line points to the right and the lines go clockwise.
    zero = peak(colours["green"][:, 80:].sum(axis=1))
    full = peak(colours["red"][:, 80:].sum(axis=1))
    needle = peak(colours["blue"][:, 62:85].sum(axis=1))
    radii = np.nonzero(colours["green"][int(zero) % STEPS] > 20)[0]
    band = strip[:, int(radii.max()) - 6 : int(radii.max()) - 1].mean(axis=(1, 2))
    dark = np.nonzero(band < 140)[0]
    clockwise = (full - zero) % STEPS
    along = np.count_nonzero((dark - zero) % STEPS < clockwise) > len(dark) / 2
    position = (needle - zero) % STEPS / clockwise if along else (zero - needle) % STEPS / (STEPS - clockwise)
    readings[tag] = float(start) + position * (float(end) - float(start))

# %% [answer]
answer = {}
for tag, _, _, start, end, *_ in gauges:
    answer[tag.lower().replace("-", "_")] = round(float(readings[tag]), 2 if float(end) - float(start) < 40 else 1)
answer["above_limit"] = [gauge[0] for gauge in gauges if readings[gauge[0]] > float(gauge[5])]
print(json.dumps(answer))
