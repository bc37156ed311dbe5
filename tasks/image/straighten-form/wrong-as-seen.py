# %% Takes the marker that is seen at the upper left for the top left one (fails: image output/form.png detail)
import cv2
import numpy as np

photo = cv2.imread("data/form.jpg")
grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 151, 40)
paper = cv2.GaussianBlur(grey, (0, 0), 3) > cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)[0]
sheet = max(cv2.findContours(paper.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)
hull = cv2.convexHull(sheet)
cv2.contourArea(hull) / grey.size

# %% Square blobs of the right size on the sheet; the markers are the four that are nearest to its corners
area = cv2.contourArea(hull) * (40 * 40) / (840 * 1188)
blobs = []
for contour in cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
    shape = cv2.approxPolyDP(contour, 0.08 * cv2.arcLength(contour, True), True)
    size = cv2.contourArea(contour)
    if len(shape) == 4 and cv2.isContourConvex(shape) and 0.5 * area < size < 1.7 * area:
        moments = cv2.moments(contour)
        centre = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
        if cv2.pointPolygonTest(hull, tuple(map(float, centre)), False) > 0:
            blobs.append((centre, cv2.minAreaRect(contour)))
corners = cv2.approxPolyDP(hull, 0.05 * cv2.arcLength(hull, True), True)[:, 0, :].astype(float)
assert len(corners) == 4, len(corners)
markers = [min(blobs, key=lambda blob: np.hypot(*(blob[0] - corner))) for corner in corners]
[np.round(centre) for centre, _ in markers]

# %% Clockwise, beginning with the one that has no hole
middle = np.mean([centre for centre, _ in markers], axis=0)
markers.sort(key=lambda marker: np.arctan2(*(marker[0] - middle)[::-1]))


def brightness(centre):
    x, y = np.round(centre).astype(int)
    return grey[y - 3 : y + 4, x - 3 : x + 4].mean()


first = min(range(4), key=lambda index: markers[index][0].sum())
seen = np.float32([markers[(first + index) % 4][0] for index in range(4)])
true = np.float32([[60, 60], [780, 60], [780, 1128], [60, 1128]]) - 0.5
straight = cv2.warpPerspective(photo, cv2.getPerspectiveTransform(seen, true), (840, 1188), flags=cv2.INTER_CUBIC)
cv2.imwrite("output/form.png", straight)
