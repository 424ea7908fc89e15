"""The tree of a Monte Carlo tree search, in flat arrays: a node is an index, and their number is capped."""

from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64, mypyc_attr

ROOT: Final = 0
NONE: Final = -1
BLOCK: Final = 64
"""Nodes by which a tree grows at once: node by node takes longer, and twice as many touch memory in vain."""


@final
@mypyc_attr(acyclic=True)
class Tree:
    """Visits, rewards and priors of moves. A node stands for a move after the moves above it.

    Its label is seat * action_count + action, as the searching seat saw it. Children are a linked list.
    """

    def __init__(self, labels: i64, max_nodes: i64) -> None:
        self.max_nodes = max_nodes
        self.count: i64 = 1
        self.label: vec[i64] = vec[i64]([NONE] * BLOCK)
        self.visits: vec[float] = vec[float]([0.0] * BLOCK)
        """Whole numbers, but floats: to convert them takes a third of a selection's time."""
        self.total_reward: vec[float] = vec[float]([0.0] * BLOCK)
        """The sum of the rewards of all visits, to the seat that makes this move."""
        self.prior: vec[float] = vec[float]([0.0] * BLOCK)
        """The room's guess of how good the move is (`Hints.weigh`), not normalised."""
        self.first_child: vec[i64] = vec[i64]([NONE] * BLOCK)
        self.next_sibling: vec[i64] = vec[i64]([NONE] * BLOCK)
        self._by_label: vec[i64] = vec[i64]([NONE] * labels)
        """Scratch: the child with each label, plus a mark, for the one node whose children are indexed."""
        self._mark: i64 = 0
        """Grows with every node that is indexed: what stands below it is of an earlier one."""

    def full(self) -> bool:
        """Return whether the tree has reached its cap and grows no further."""
        return self.count >= self.max_nodes

    def add(self, parent: i64, label: i64, prior: float) -> i64:
        """Add a child to a node, and to the index; return it."""
        node = self.count
        if node == len(self.label):
            self._grow()
        self.label[node] = label
        self.prior[node] = prior
        self.next_sibling[node] = self.first_child[parent]
        self.first_child[parent] = node
        self._by_label[label] = self._mark + node
        self.count += 1
        return node

    def _grow(self) -> None:
        nowhere, unvisited = vec[i64]([NONE] * BLOCK), vec[float]([0.0] * BLOCK)
        self.label = extend(self.label, nowhere)
        self.visits = extend(self.visits, unvisited)
        self.total_reward = extend(self.total_reward, unvisited)
        self.prior = extend(self.prior, unvisited)
        self.first_child = extend(self.first_child, nowhere)
        self.next_sibling = extend(self.next_sibling, nowhere)

    def index_children(self, parent: i64) -> None:
        """Index the children of a node by label, for `indexed_child`, in place of those of another."""
        self._mark += self.count
        mark, by_label, label, next_sibling = self._mark, self._by_label, self.label, self.next_sibling
        node = self.first_child[parent]
        while node != NONE:
            by_label[label[node]] = mark + node
            node = next_sibling[node]

    def indexed_child(self, label: i64) -> i64:
        """Return the child with this label of the node whose children are indexed, or NONE."""
        node = self._by_label[label] - self._mark
        if node < 0:
            return NONE
        return node

    def find_child(self, parent: i64, label: i64) -> i64:
        """Return the child of any node with this label, or NONE, without the index."""
        node = self.first_child[parent]
        while node != NONE and self.label[node] != label:
            node = self.next_sibling[node]
        return node

    def value(self, node: i64) -> float:
        """Return the mean reward, to the seat that makes this move."""
        return self.total_reward[node] / self.visits[node] if self.visits[node] > 0.0 else 0.0

    def subtree(self, node: i64) -> "Tree":
        """Copy a node and everything below it into a new tree, whose root it is."""
        tree = Tree(len(self._by_label), self.max_nodes)
        tree.visits[ROOT] = self.visits[node]
        origin: vec[i64] = vec[i64]([node])
        done: i64 = 0
        while done < tree.count:
            self._copy_children(origin[done], tree, done)
            # The copies were added last: note where each came from, in the same order.
            child = self.first_child[origin[done]]
            while child != NONE:
                origin = append(origin, child)
                child = self.next_sibling[child]
            done += 1
        return tree

    def _copy_children(self, node: i64, tree: "Tree", parent: i64) -> None:
        child = self.first_child[node]
        while child != NONE:
            copy = tree.add(parent, self.label[child], self.prior[child])
            tree.visits[copy] = self.visits[child]
            tree.total_reward[copy] = self.total_reward[child]
            child = self.next_sibling[child]
