"""What is asked: a versioned, frozen set of items with its scoring rules and norms."""

from __future__ import annotations

from functools import lru_cache

from django.db import models

from apps.benchmarks import likert, protocol


class Instrument(models.Model):
    slug = models.SlugField()
    version = models.CharField(max_length=20)
    benchmark = models.SlugField()
    title = models.CharField(max_length=200)
    source = models.CharField(max_length=300)
    licence = models.CharField(max_length=300)
    wording = models.CharField(max_length=10, choices=[(word, word) for word in protocol.WORDINGS])
    wording_source = models.CharField(max_length=200, blank=True, help_text="The file its imported wording came from")
    levels = models.JSONField(default=dict, help_text="Rating to its label, as shown")
    sha256 = models.CharField(max_length=64)
    content = models.JSONField(help_text="The protocol file")

    class Meta:
        ordering = ["slug", "version"]
        constraints = [models.UniqueConstraint(fields=["slug", "version"], name="instrument_slug_version")]

    def __str__(self) -> str:
        return self.title

    @property
    def low(self) -> int:
        return int(self.content["scale"]["low"])

    @property
    def high(self) -> int:
        return int(self.content["scale"]["high"])

    @property
    def has_wording(self) -> bool:
        """Can it be shown? The wording of some scales is not ours and arrives by import."""
        return self.wording == "included" or bool(self.wording_source)

    @property
    def has_responses(self) -> bool:
        return self.item_set.filter(response__isnull=False).exists()

    def score(self, answers: likert.Answers) -> list[likert.ScoreValue]:
        """Score one sitting's ratings, item code to rating; the only way to a Score."""
        items, subscales = _keys(self.sha256, self.pk)
        return likert.score(answers, items, subscales)

    def subscales_by_code(self) -> dict[str, int]:
        """Return subscale code to primary key."""
        return _subscale_ids(self.sha256, self.pk)

    def items_by_code(self) -> dict[str, Item]:
        """Return item code to item; wording that is imported later makes a new entry."""
        return _items(self.sha256, self.wording_source, self.pk)


# An instrument does not change once it is used, so what is read from it is kept in memory.
# The hash in each key makes a changed instrument a new entry.


@lru_cache(maxsize=64)
def _items(sha256: str, wording_source: str, pk: int) -> dict[str, Item]:
    return {item.code: item for item in Item.objects.filter(instrument=pk)}


@lru_cache(maxsize=64)
def _subscale_ids(sha256: str, pk: int) -> dict[str, int]:
    return {subscale.code: subscale.pk for subscale in Subscale.objects.filter(instrument=pk)}


@lru_cache(maxsize=64)
def _keys(sha256: str, pk: int) -> tuple[tuple[protocol.Item, ...], tuple[protocol.Subscale, ...]]:
    instrument = Instrument.objects.get(pk=pk)
    items = tuple(
        protocol.Item(item.code, item.text, item.low, item.high, item.reversed) for item in instrument.item_set.all()
    )
    subscales = tuple(
        protocol.Subscale(
            subscale.code,
            subscale.title,
            subscale.method,
            subscale.multiplier,
            tuple(item.code for item in subscale.items.all()),
        )
        for subscale in instrument.subscale_set.prefetch_related("items")
    )
    return items, subscales


class Item(models.Model):
    instrument = models.ForeignKey(Instrument, models.CASCADE)
    position = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=50)
    text = models.TextField(blank=True)
    options = models.JSONField(default=list, blank=True, help_text="Labels of its own, one per rating, lowest first")
    low = models.SmallIntegerField()
    high = models.SmallIntegerField()
    reversed = models.BooleanField(default=False)

    class Meta:
        ordering = ["instrument", "position"]
        constraints = [models.UniqueConstraint(fields=["instrument", "code"], name="item_instrument_code")]

    def __str__(self) -> str:
        return self.text or self.code


class Subscale(models.Model):
    instrument = models.ForeignKey(Instrument, models.CASCADE)
    position = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=50)
    title = models.CharField(max_length=200)
    method = models.CharField(max_length=10, choices=[(method, method) for method in protocol.METHODS])
    multiplier = models.PositiveSmallIntegerField(default=1)
    low = models.FloatField()
    high = models.FloatField()
    items = models.ManyToManyField(Item)

    class Meta:
        ordering = ["instrument", "position"]
        constraints = [models.UniqueConstraint(fields=["instrument", "code"], name="subscale_instrument_code")]

    def __str__(self) -> str:
        return self.title


class Norm(models.Model):
    """A published result on a subscale, for people or for a model; means-only files leave SD and n empty."""

    subscale = models.ForeignKey(Subscale, models.CASCADE)
    population = models.CharField(max_length=200, help_text="Who answered, as the source names them")
    condition = models.CharField(max_length=50, help_text="As on boards: default, anger-1, anger, overall")
    n = models.PositiveIntegerField(null=True, blank=True)
    mean = models.FloatField()
    sd = models.FloatField(null=True, blank=True)
    source = models.CharField(max_length=300)

    class Meta:
        ordering = ["population", "subscale", "condition"]
        constraints = [
            models.UniqueConstraint(
                fields=["subscale", "population", "condition", "source"], name="norm_subscale_population_condition"
            )
        ]

    def __str__(self) -> str:
        return f"{self.population}, {self.condition}: {self.mean}"
