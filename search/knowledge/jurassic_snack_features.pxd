"""What the learned evaluation and prior of Jurassic Snack look at.

A position, or an action in it, is described by a list of rows of a table of weights: each feature is a kind with a
value, and each kind and value has a row of its own. All is told from the side of the player to move, who comes first.
"""
from libc.stdint cimport uint16_t, uint64_t

from dinoai.engine.jurassic_snack.state cimport Snack
from dinoai.search.knowledge.jurassic_snack_reach cimport Reach

cdef enum:
    MAX_POSITION_ROWS = 88
    MAX_ACTION_ROWS = 12

# The first row of each kind of feature of a position; the next one's tells how many values it has.
cdef enum:
    CLOCK = 0  # actions left 0-2, turns to a stalemate 1-4, whether the turn is eventful
    DECIDES = CLOCK + 24  # what is to be decided, and whether half of it is
    DIPLOS = DECIDES + 14  # of either side
    LEAD = DIPLOS + 36  # points, -12 to 12
    AHEAD = LEAD + 25  # who is ahead, turns to a stalemate, eventful, actions left
    GRASS = AHEAD + 72  # tokens on the board
    TREXES = GRASS + 29  # in play, and Surprises that the player has not seen
    UNSEEN_BIRTHS = TREXES + 9
    UNSEEN_RECONS = UNSEEN_BIRTHS + 4
    UNSEEN_TRAVELS = UNSEEN_RECONS + 3
    UNSEEN_RAIDS = UNSEEN_TRAVELS + 5
    UNSEEN_ERUPTIONS = UNSEEN_RAIDS + 4
    UNSEEN_YUMMIES = UNSEEN_ERUPTIONS + 3
    FOOD = UNSEEN_YUMMIES + 13  # Grass within one slide, 0-12; of either side, as all that follow
    FOOD_LATER = FOOD + 2 * 13  # within two, 0-12
    CONTESTED = FOOD_LATER + 2 * 13  # Grass within one slide of both sides, 0-6
    ATTACKED = CONTESTED + 7  # Diplos, those under a T.Rex slide, actions left
    ATTACKED_LATER = ATTACKED + 2 * 108  # Diplos, those under a T.Rex after one slide of it
    SLIDES = ATTACKED_LATER + 2 * 36  # Diplo slides, 0-15
    DIPLO = SLIDES + 2 * 16  # each Diplo: meals in reach, attack now or later, walls beside it, slides
    TREX = DIPLO + 2 * 225  # each T.Rex: Diplos of either side in reach
    KNOWN = TREX + 25  # each token looked at: what it is, who knows it, who reaches it
    BALANCE = KNOWN + 84  # difference of Diplos -5 to 5, tokens left
    STAKES = BALANCE + 99  # points ahead -6 to 6, tokens left
    POOLS = STAKES + 117  # Diplos in the pool, unseen Births
    N_POSITION_ROWS = POOLS + 2 * 24

# The same of an action.
cdef enum:
    MEAL = 0  # what a Diplo eats, actions left, attack at the origin and the end
    ONWARD = MEAL + 72  # eats or not, meals in reach at the end, at the origin, actions left
    EATERS = ONWARD + 100  # eats or not, Diplos of either side
    TEMPO = EATERS + 72  # eats or not, who is ahead, turns to a stalemate, eventful, actions left
    WALLS = TEMPO + 96  # eats or not, walls at the origin and the end
    GAMBLE = WALLS + 18  # an unknown token: share of Yummies, unseen Surprises, own Diplos
    CHOICE = GAMBLE + 90  # eats or not, Grass within reach, 0-5
    RIVAL = CHOICE + 12  # eats or not, whether the other side reaches the end, actions left
    DANGER = RIVAL + 8  # attack at the origin and the end, now or later, actions left
    SCARE = DANGER + 18  # a T.Rex hits nothing, an own Diplo or one of the others, actions left, Diplos of either side
    FIRE = SCARE + 216  # hit, Diplos of either side in reach at the end, actions left
    CEASE = FIRE + 96  # hit, Diplos of either side in reach at the origin
    TREX_TEMPO = CEASE + 48  # hit, who is ahead, turns to a stalemate, eventful, actions left
    VICTIM = TREX_TEMPO + 144  # hit, meals in reach of the Diplo that is hit
    BIRTHPLACE = VICTIM + 15  # meals in reach, attack, walls, actions left
    PASTURE_VIEW = BIRTHPLACE + 90  # tokens unknown to the player, Grass within its reach
    TRAVELLER = PASTURE_VIEW + 40  # whose, meals in reach, attack, actions left
    TRAVELLERS = TRAVELLER + 60  # whose, Diplos of either side
    LANDING = TRAVELLERS + 72  # whose, meals in reach, attack, walls, actions left
    RAIDER = LANDING + 180  # Diplos of either side in reach, actions left
    RAID = RAIDER + 32  # the same where it goes
    BURNT = RAID + 32  # what is known of the token, who reaches it, actions left
    GLANCE = BURNT + 64  # who reaches the token, actions left
    NOTHING = GLANCE + 8  # passes
    N_ACTION_ROWS = NOTHING + 1


cdef int position_rows(const Snack *s, uint16_t *out) noexcept nogil
cdef int action_rows(const Snack *s, const Reach *reach, int action, uint16_t *out) noexcept nogil
