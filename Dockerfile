# syntax=docker/dockerfile:1
# Builds in a clean checkout: docker build -t auditor .
# In the directory of a subject, as yourself so that the reports are yours. The report is named like the directory.
#
#   mkdir -p audit && docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/subjects/${PWD##*/}:ro" \
#     -v "$PWD/audit:/work/audit" auditor audit "/subjects/${PWD##*/}"
FROM rust:1-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    cargo build --release --locked --package auditor \
    && cp target/release/auditor /usr/local/bin/auditor \
    && strip /usr/local/bin/auditor

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home auditor \
    && install --directory --owner=auditor --mode=1777 /work /data
COPY --from=build /usr/local/bin/auditor /usr/local/bin/auditor
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/auditor/
USER auditor
WORKDIR /work
ENV AUDITOR_DATA=/data CI=true
VOLUME ["/data"]
ENTRYPOINT ["auditor"]
CMD ["--help"]
