"""Many packets at once: frames in a buffer, shapes, columns, verdicts, annotations."""

from __future__ import annotations

from ibpkt.batch.annotations import Annotation
from ibpkt.batch.batch import Batch
from ibpkt.batch.frames import AnnotationBlock, Frames, LengthConflict
from ibpkt.batch.shape import Place, Shape, Values, is_constant

__all__ = [
    "Annotation",
    "AnnotationBlock",
    "Batch",
    "Frames",
    "LengthConflict",
    "Place",
    "Shape",
    "Values",
    "is_constant",
]
