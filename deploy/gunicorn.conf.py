"""How gunicorn serves HTTP, here and in the image. WEB_CONCURRENCY sets the number of processes (1)."""

import gc

worker_class = "gthread"
threads = 4
timeout = 60
graceful_timeout = 5
keepalive = 5
loglevel = "warning"
accesslog = None  # a participant's address is a key to their answers, so no list of them is kept
control_socket_disable = True


def post_worker_init(_worker: object) -> None:
    """Look seldom for what can be freed: a board's page makes a hundred thousand objects that all go by themselves.

    What is loaded by now stays. Without this two thirds of such a page's time goes into looking through it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
