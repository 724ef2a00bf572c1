"""A state that notes what is looked into."""

import copy


class Reading(dict):
    """A state that notes which of its keys are looked into."""

    reads = ()

    def __getitem__(self, name):
        self.reads.add(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        self.reads.add(name)
        return super().get(name, default)

    def all(self):
        self.reads.update(super().keys())

    def pop(self, name, *default):
        self.reads.add(name)
        return super().pop(name, *default)

    def setdefault(self, name, default=None):
        self.reads.add(name)
        return super().setdefault(name, default)

    def items(self):
        self.all()
        return super().items()

    def values(self):
        self.all()
        return super().values()

    def copy(self):
        self.all()
        return dict(self)

    def __iter__(self):
        # Whoever makes another dictionary of it takes the values one by one.
        return super().__iter__()

    def __or__(self, other):
        self.all()
        return super().__or__(other)

    def __deepcopy__(self, memory):
        self.all()
        return copy.deepcopy(dict(self), memory)
