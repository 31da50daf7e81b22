"""SQLAlchemy's objects: a declared class, checked on assignment, in sessions."""

from sqlalchemy import ForeignKey, create_engine, event, select, text
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload, validates

import common
from common import COLUMNS, DATA, TEAMS, Clock

TESTS = {
    "name": lambda value: 1 <= len(value) <= 64,
    "team": lambda value: value in TEAMS,
    "age": lambda value: 16 <= value <= 60,
    "score": lambda value: 0 <= value <= 100,
    "joined": lambda value: common.DATE.match(value) is not None,
    "bio": lambda value: value is None or len(value) <= 280,
}


class Base(DeclarativeBase):
    pass


class Player(Base):
    __tablename__ = "player"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    team: Mapped[str]
    age: Mapped[int]
    score: Mapped[float]
    joined: Mapped[str]
    bio: Mapped[str | None]
    games: Mapped[list["Game"]] = relationship()

    @validates(*TESTS)
    def check(self, name, value):
        if not TESTS[name](value):
            raise ValueError(name)
        return value


class Game(Base):
    __tablename__ = "game"
    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    duration: Mapped[float]


engine = create_engine(f"sqlite:///{DATA}")


def fresh_engine():
    target = create_engine("sqlite:///" + common.new_file("sqlalchemy.sqlite"))

    @event.listens_for(target, "connect")
    def without_disk(connection, _):
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA synchronous = OFF")

    with target.begin() as connection:
        connection.execute(text(common.PLAYER))
    return target


source = []


def insert():
    if not source:
        with Session(engine) as session:
            columns = [getattr(Player, column) for column in COLUMNS]
            source.extend(dict(zip(COLUMNS, row)) for row in session.execute(select(*columns)))
    target = fresh_engine()
    with Clock() as clock, Session(target) as session:
        session.add_all([Player(**row) for row in source])
        session.commit()
    with Session(target) as session:
        return session.execute(text(common.SUMS_OF_ALL)).scalar(), clock.seconds


def fetch():
    with Session(engine) as session:
        return common.sums(session.scalars(select(Player)).all())


def stream():
    with Session(engine) as session:
        return common.sums(session.scalars(select(Player).execution_options(yield_per=1000)))


def filter_objects():
    with Session(engine) as session:
        with Clock() as clock:
            players = [player for player in session.scalars(select(Player)) if common.is_wanted(player)]
        return common.order(player.id for player in players), clock.seconds


def fetch_with(*conditions):
    with Session(engine) as session:
        with Clock() as clock:
            players = session.scalars(select(Player).where(*conditions).order_by(Player.id)).all()
        return common.order(player.id for player in players), clock.seconds


def where():
    return fetch_with(Player.age.between(20, 21), Player.name.endswith("ell"))


def equality():
    return fetch_with(Player.age == 33)


def lookup():
    names = 0
    with Session(engine) as session:
        for key in common.looked_up():
            names += len(session.get(Player, key).name.encode())
    return names


def add_up(options=()):
    count, durations = 0, 0.0
    with Session(engine) as session:
        for player in session.scalars(select(Player).where(Player.id <= 10_000).options(*options)).all():
            for game in player.games:
                count += 1
                durations += game.duration
    return common.games(count, durations)


def lazy():
    return add_up()


def eager():
    return add_up([selectinload(Player.games)])


def start():
    with Session(engine) as session:
        return session.query(Player).where(Player.id <= 10).count()


common.main(
    {
        "insert": insert,
        "fetch": fetch,
        "stream": stream,
        "filter": filter_objects,
        "lookup": lookup,
        "where": where,
        "equality": equality,
        "lazy": lazy,
        "eager": eager,
        "start": start,
    }
)
