"""How gunicorn serves HTTP, here and in the image. WEB_CONCURRENCY sets the number of processes (1)."""

worker_class = "gthread"
threads = 4
timeout = 60
graceful_timeout = 5
keepalive = 5
loglevel = "warning"
accesslog = None  # a participant's address is a key to their answers, so no list of them is kept
control_socket_disable = True
