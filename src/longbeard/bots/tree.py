"""A search tree in flat arrays: a node costs a few numbers and no object, and there are never too many."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

ROOT: Final = 0
NONE: Final = -1
NODE_BYTES: Final = 6 * 8
"""What a node takes, for those who count memory; arrays that grow may hold twice that for a while."""


@final
@mypyc_attr(acyclic=True)
class Tree:
    """What was found out about moves. A node stands for a move, after those above it.

    Its label says whose move it is and how it looks; the siblings of a node are a chain.
    """

    def __init__(self, labels: i64, most: i64) -> None:
        self.most = most
        """A tree with so many nodes grows no further."""
        self.count: i64 = 1
        self.label: vec[i64] = vec[i64]([NONE])
        self.visits: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])
        """What all visits together gave the seat that makes this move."""
        self.weight: vec[float] = vec[float]([0.0])
        """How promising the move looked at first glance."""
        self.first: vec[i64] = vec[i64]([NONE])
        self.next: vec[i64] = vec[i64]([NONE])
        self._node_of: vec[i64] = vec[i64]([NONE] * labels)
        """Scratch: the child with each label, while a node's children are looked through."""

    def full(self) -> bool:
        return self.count >= self.most

    def add(self, parent: i64, label: i64, weight: float) -> i64:
        """A new move under a node, which becomes one of the marked ones."""
        node = self.count
        if node == len(self.label):
            self._grow()
        self.label[node] = label
        self.weight[node] = weight
        self.next[node] = self.first[parent]
        self.first[parent] = node
        self._node_of[label] = node
        self.count += 1
        return node

    def _grow(self) -> None:
        self.label = append(self.label, NONE)
        self.visits = append(self.visits, 0)
        self.total = append(self.total, 0.0)
        self.weight = append(self.weight, 0.0)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE)

    def mark(self, parent: i64) -> None:
        """Make the children of a node ready for `child`."""
        node = self.first[parent]
        while node != NONE:
            self._node_of[self.label[node]] = node
            node = self.next[node]

    def unmark(self, parent: i64) -> None:
        node = self.first[parent]
        while node != NONE:
            self._node_of[self.label[node]] = NONE
            node = self.next[node]

    def child(self, label: i64) -> i64:
        """The child of the marked node with this label, or NONE."""
        return self._node_of[label]

    def find(self, parent: i64, label: i64) -> i64:
        """The child of any node with this label, or NONE."""
        node = self.first[parent]
        while node != NONE and self.label[node] != label:
            node = self.next[node]
        return node

    def mean(self, node: i64) -> float:
        """What a visit gave on average, to the seat that makes this move."""
        return self.total[node] / float(self.visits[node]) if self.visits[node] > 0 else 0.0

    def below(self, node: i64) -> "Tree":
        """A tree of its own with what was found out after a move."""
        tree = Tree(len(self._node_of), self.most)
        tree.visits[ROOT] = self.visits[node]
        origin: vec[i64] = vec[i64]([node])
        done: i64 = 0
        while done < tree.count:
            self._copy_children(origin[done], tree, done)
            # The copies were added last: note where each came from, in the same order.
            child = self.first[origin[done]]
            while child != NONE:
                origin = append(origin, child)
                child = self.next[child]
            done += 1
        return tree

    def _copy_children(self, node: i64, tree: "Tree", parent: i64) -> None:
        child = self.first[node]
        last: i64 = NONE
        while child != NONE:
            copy = tree.add(parent, self.label[child], self.weight[child])
            tree.visits[copy] = self.visits[child]
            tree.total[copy] = self.total[child]
            last = copy
            child = self.next[child]
        if last != NONE:
            tree.unmark(parent)
