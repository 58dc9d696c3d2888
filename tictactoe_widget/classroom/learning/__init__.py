"""Machines that learn to play, measured exactly."""

from .learner import Change, Learner
from .machines import Menace, QLearner, TDLearner
from .training import (
    CurvePoint,
    ExactResult,
    LearningCurve,
    Mistake,
    Training,
    exact_result,
    mistakes,
    train,
    train_in_slices,
)

__all__ = [
    "Change",
    "CurvePoint",
    "ExactResult",
    "Learner",
    "LearningCurve",
    "Menace",
    "Mistake",
    "QLearner",
    "TDLearner",
    "Training",
    "exact_result",
    "mistakes",
    "train",
    "train_in_slices",
]
