# %% By the edges of the paper; the markers only tell which way up it is
import numpy as np
from PIL import Image
from scipy import ndimage

photo = Image.open("data/form.jpg").convert("RGB")
grey = np.asarray(photo.convert("L"), dtype=float)
smooth = ndimage.gaussian_filter(grey, 2)
levels = np.sort(smooth.ravel())
low, high = levels[len(levels) // 20], levels[-len(levels) // 20]
labels, _ = ndimage.label(smooth > (low + high) / 2)
sheet = ndimage.binary_fill_holes(labels == np.bincount(labels.ravel())[1:].argmax() + 1)
sheet = ndimage.binary_opening(sheet, iterations=4)
sheet.mean()

# %% Rough corners, then a straight line through the edge pixels of each side
ys, xs = np.nonzero(sheet & ~ndimage.binary_erosion(sheet))
points = np.column_stack([xs, ys]).astype(float)
a = points[np.argmax(np.hypot(*(points - points.mean(0)).T))]
c = points[np.argmax(np.hypot(*(points - a).T))]
side = (points[:, 0] - a[0]) * (c[1] - a[1]) - (points[:, 1] - a[1]) * (c[0] - a[0])
rough = np.array([a, points[side.argmin()], c, points[side.argmax()]])
angles = np.arctan2(*(rough - rough.mean(0)).T[::-1])
rough = rough[angles.argsort()]


def line(start, end):
    along = (end - start) / np.hypot(*(end - start))
    across = np.array([-along[1], along[0]])
    t, d = (points - start) @ along, (points - start) @ across
    near = points[(abs(d) < 12) & (t > 30) & (t < np.hypot(*(end - start)) - 30)]
    for _ in range(3):
        centre = near.mean(0)
        normal = np.linalg.svd(near - centre, full_matrices=False)[2][1]
        near = near[abs((near - centre) @ normal) < 3]
    return np.append(normal, -normal @ near.mean(0))


lines = [line(rough[i], rough[(i + 1) % 4]) for i in range(4)]
corners = []
for i in range(4):
    x, y, w = np.cross(lines[i - 1], lines[i])
    corners.append([x / w, y / w])
corners


# %%
def transform(seen):
    """From the straight picture to the photo, as Pillow wants it."""
    true = [(0, 0), (840, 0), (840, 1188), (0, 1188)]
    rows, right = [], []
    for (x, y), (u, v) in zip(true, seen):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u + 0.5, v + 0.5]
    return np.linalg.solve(rows, right)


best = None
for turn in range(4):
    data = transform(corners[turn:] + corners[:turn])
    made = photo.transform((840, 1188), Image.Transform.PERSPECTIVE, data, Image.Resampling.BICUBIC)
    hole = np.asarray(made.convert("L"), dtype=float)[56:64, 56:64].mean()
    # Only upright does the solid marker lie there, and the long side stand.
    long = np.hypot(*np.subtract(corners[(turn + 3) % 4], corners[turn]))
    short = np.hypot(*np.subtract(corners[(turn + 1) % 4], corners[turn]))
    if long > short and (best is None or hole < best[0]):
        best = (hole, made)
best[1].save("output/form.png")
