"""Reading what language models really answer: a value per item, or the reason it is missing; never a guess.

    parse_ratings   numbered items on a rating scale, one Reply per item
    parse_option    one option of several              parse_number   one whole number
    is_refusal      whether a reply declines the task (for the share of refusals)

**Before reading** (cleaning.py): thinking blocks go (a closing tag alone ends one that began with the
reply; one that never ends leaves no answer: "cut_off"), then markup; of <answer> tags the last one's text
is kept; digits of every script become 0-9, dashes, quotes and line ends become one kind.

**A score** (scores.py): `[lead] (integer | zero ... ten | level label) [/highest | of highest] [comment]`.
A lead is "Score:", "I'd rate this a" and the like; "4.0" is 4. A comment starts with punctuation or
"because", and may not name another number on the scale. Not a score, but a reason: 3-4 and "3 or 4"
(range), 3.5 (decimal), about 4 (hedged), 9 (out_of_range), 7/10 (other_scale), "4 (a little)" (conflict),
N/A (item_refusal), a dash or nothing (blank).

**An answer** (lines.py, tables.py, structured.py):

    line    index sep score | index sep words sep score | words sep score      bullets and "> " before it
    index   7  7.  7)  (7)  [7]  Q7  Item 7      sep   : = ) . - -> , ( tab, and a blank behind known words
    several on a line   1: 4, 2: 3     1. 4 2. 3     Calm: 4; Restless: 3
    table   number or words in a row, the score under a heading like "Score", or the only score in the row;
            or every item in the heading and the scores below
    JSON    {"1": 4}  {"Calm": 4}  {"1": {"score": 4}}  [4, 2, ...] as many as items  [[1, 4], ...]
            [{"item": 1, "score": 4}, ...]  {"ratings": any of these}
    two numbers on a line   1 - 4, "1,4", "1 4" are index and score only if the first numbers count the items
    item on a line, score on the next   if the two alternate throughout
    scores alone, on lines or in a list   only if nothing names an item, and as many as there are items

**Which item.** Number and words must agree ("mismatch" otherwise); words that are nobody's follow the
number; without a number the words decide, in any order. A reply that counts from 0 is not read
("index_base"). Numbers above the last item are ignored.

**Which answer** (ratings.py). A run is a stretch of answers that no other text interrupts; JSON and tables
are runs of their own. The last run that answers every item is the answer, and what stands before it (an
echo, an example, a draft) does not count. What stands behind it does; without such a run everything counts.
Then the same value twice is fine, and different values are "duplicate". Lines at the head of a run that
repeat the meaning of the levels are not answers.

**Refusal.** Only a reply without any score can be refused as a whole; a disclaimer with ratings is read.
Items that a partly read reply leaves out are "no_line".
"""

from apps.benchmarks.parsing.choices import parse_number, parse_option
from apps.benchmarks.parsing.ratings import parse_ratings
from apps.benchmarks.parsing.refusal import is_refusal
from apps.benchmarks.parsing.reply import REASONS, Missing, Reply

__all__ = ["REASONS", "Missing", "Reply", "is_refusal", "parse_number", "parse_option", "parse_ratings"]
