"""The peer of shared_prefix.py: lm-eval's HF backend on the task given as JSON on standard input.

Runs in an environment of its own, so it imports nothing of ours. Batch size 1 is its fastest on a CPU.
Prints one JSON object last: CPU and wall seconds, and the score of each option of each prompt.
"""

import json
import sys
import time

import torch
from lm_eval.api.instance import Instance
from lm_eval.models.huggingface import HFLM
from transformers import AutoModelForCausalLM, AutoTokenizer


def main() -> None:
    """Score the options and print what it took."""
    task = json.load(sys.stdin)
    torch.set_num_threads(task["threads"])
    model = AutoModelForCausalLM.from_pretrained(task["model"], dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained(task["model"])
    fixed = {"batch_size": 1, "device": "cpu", "max_length": 8192, "add_bos_token": False}
    peer = HFLM(pretrained=model, tokenizer=tokenizer, **fixed)
    requests = [
        Instance("loglikelihood", {}, (prompt, option), number)
        for prompt in task["prompts"]
        for number, option in enumerate(task["options"])
    ]
    wall, cpu = time.perf_counter(), time.process_time()
    found = [score for score, _ in peer.loglikelihood(requests, disable_tqdm=True)]
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    options = len(task["options"])
    scores = [found[start : start + options] for start in range(0, len(found), options)]
    print(json.dumps({"cpu_s": cpu, "wall_s": wall, "scores": scores}))


if __name__ == "__main__":
    main()
