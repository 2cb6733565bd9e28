"""Many packets at once: frames in a buffer, shapes, columns, verdicts, annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.batch.annotations import Annotation as Annotation
    from ibpkt.batch.batch import Batch as Batch
    from ibpkt.batch.frames import (
        AnnotationBlock as AnnotationBlock,
        Frames as Frames,
        LengthConflict as LengthConflict,
    )
    from ibpkt.batch.header_blocks import BlockBytes as BlockBytes, Common as Common, can_be_common as can_be_common
    from ibpkt.batch.shape import (
        Place as Place,
        Shape as Shape,
        TabulatedValues as TabulatedValues,
        Values as Values,
        is_constant as is_constant,
    )

#: imported on first use: the builder of one packet takes its CRCs from here, and no NumPy
_MODULES = {
    "Annotation": "annotations",
    "Batch": "batch",
    **dict.fromkeys(("AnnotationBlock", "Frames", "LengthConflict"), "frames"),
    **dict.fromkeys(("Place", "Shape", "Values", "is_constant"), "shape"),
}
#: for other rooms of the package: no part of what is promised (docs/stability.md)
_INTERNAL = {**dict.fromkeys(("BlockBytes", "Common", "can_be_common"), "header_blocks"), "TabulatedValues": "shape"}
__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES | _INTERNAL)
