"""Django's models: declared fields with validators, checked by clean_fields."""

import django
from django.conf import settings

import common
from common import DATA, TEAMS, Clock

SQLITE = "django.db.backends.sqlite3"
TARGET = common.SCRATCH + "/django.sqlite"
settings.configure(
    DATABASES={"default": {"ENGINE": SQLITE, "NAME": DATA}, "target": {"ENGINE": SQLITE, "NAME": TARGET}},
    INSTALLED_APPS=[],
    USE_TZ=False,
)
django.setup()

from django.core import validators  # noqa: E402: Django wants its settings first
from django.db import connections, models, transaction  # noqa: E402


class Player(models.Model):
    id = models.IntegerField(primary_key=True)
    name = models.TextField(validators=[validators.MinLengthValidator(1), validators.MaxLengthValidator(64)])
    team = models.TextField(choices=[(team, team) for team in sorted(TEAMS)])
    age = models.IntegerField(validators=[validators.MinValueValidator(16), validators.MaxValueValidator(60)])
    score = models.FloatField(validators=[validators.MinValueValidator(0), validators.MaxValueValidator(100)])
    joined = models.TextField(validators=[validators.RegexValidator(r"^\d{4}-\d\d-\d\d$")])
    bio = models.TextField(null=True, blank=True, validators=[validators.MaxLengthValidator(280)])

    class Meta:
        app_label = "benchmark"
        db_table = "player"


class Game(models.Model):
    id = models.IntegerField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="games")
    duration = models.FloatField()

    class Meta:
        app_label = "benchmark"
        db_table = "game"


source = []


def insert():
    if not source:
        source.extend(Player.objects.values())
    connections["target"].close()
    common.new_file("django.sqlite")
    cursor = connections["target"].cursor()
    for statement in ("PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF", common.PLAYER):
        cursor.execute(statement)
    with Clock() as clock:
        players = [Player(**row) for row in source]
        for player in players:
            player.clean_fields()
        with transaction.atomic("target"):
            Player.objects.using("target").bulk_create(players)
    cursor.execute(common.SUMS_OF_ALL.replace("%", "%%"), [])
    return cursor.fetchone()[0], clock.seconds


def fetch():
    return common.sums(list(Player.objects.all()))


def stream():
    return common.sums(Player.objects.iterator())


def filter_objects():
    with Clock() as clock:
        players = [player for player in Player.objects.iterator() if common.is_wanted(player)]
    return common.order(player.id for player in players), clock.seconds


def fetch_with(**conditions):
    with Clock() as clock:
        players = list(Player.objects.filter(**conditions).order_by("id"))
    return common.order(player.id for player in players), clock.seconds


def where():
    return fetch_with(age__range=(20, 21), name__endswith="ell")


def equality():
    return fetch_with(age=33)


def lookup():
    names = 0
    for key in common.looked_up():
        names += len(Player.objects.get(pk=key).name.encode())
    return names


def add_up(players):
    count, durations = 0, 0.0
    for player in players:
        for game in player.games.all():
            count += 1
            durations += game.duration
    return common.games(count, durations)


def lazy():
    return add_up(Player.objects.filter(id__lte=10_000))


def eager():
    return add_up(Player.objects.filter(id__lte=10_000).prefetch_related("games"))


def start():
    return Player.objects.filter(id__lte=10).count()


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
