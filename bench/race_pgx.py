"""Pgx's side of the race: many games at once through JAX, here on a CPU, which is not what it is made for."""

from importlib.metadata import version as version_of

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset
from race_worker import Makers, Racer, timed

GAMES = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong", "tic_tac_toe", "connect_four")
TABLES = 1024
STEPS = 50


def version() -> str:
    return f"Pgx {version_of('pgx')}, JAX {version_of('jax')} on {jax.devices()[0].platform}"


def steps(name: str) -> Racer:
    """Choose and carry out random legal actions inside one compiled scan; a game that ends begins anew."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(carried, _):  # type: ignore[no-untyped-def]
        state, key = carried
        key, chooser, luck = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(chooser, logits)
        state = step(state, action, jax.random.split(luck, TABLES))
        return (state, key), state.observation.sum()

    run = jax.jit(lambda carried: jax.lax.scan(advance, carried, None, length=STEPS))
    key = jax.random.PRNGKey(1)
    carried = (jax.jit(jax.vmap(env.init))(jax.random.split(key, TABLES)), key)

    def play() -> int:
        nonlocal carried
        carried, seen = run(carried)
        seen.block_until_ready()
        return TABLES * STEPS

    return timed(play)


MAKERS: Makers = {("steps", name): (lambda name=name: steps(name)) for name in GAMES}
