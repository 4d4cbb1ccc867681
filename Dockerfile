# The form service. Packages that only tests need are not in the image: impl/docs/operating.md.
FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY runtime/package.json runtime/
COPY impl/package.json impl/
RUN npm ci --omit=dev --workspace impl --loglevel=notice
COPY runtime runtime/
COPY generated generated/
COPY impl impl/

FROM node:24-bookworm-slim
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
ENV DATA_DIR=/data
WORKDIR /app
COPY --from=install /app ./
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "impl/bin/service-mcp.js"]
