"""Machines that learn to play, measured exactly."""

from .learner import Change, Learner
from .measuring import ExactResult, Mistake, exact_result, mistakes
from .menace import Menace
from .tabular import QLearner, TDLearner
from .training import CurvePoint, LearningCurve, Training, train, train_in_slices

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
