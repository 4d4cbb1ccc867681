/** Keeps the secrets of sessions out of the database: what better-auth stores as `token` is stored as its hash. */
import { hash } from "node:crypto";
import type { BetterAuthOptions, DBAdapter, Where } from "better-auth";

/** 190 random bits need no salt and no slow hash. */
function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** Conditions on the token of a session become conditions on its hash. */
function hashConditions(model: string, where: Where[]): Where[] {
  if (model !== "session") return where;
  return where.map((condition) => {
    if (condition.field !== "token") return condition;
    if (typeof condition.value !== "string" || (condition.operator ?? "eq") !== "eq")
      throw new Error("Sessions are found by one token at a time");
    return { ...condition, value: hashToken(condition.value) };
  });
}

/** The row with the token that the caller knows instead of the hash. */
function withToken<Row>(model: string, where: Where[], row: Row): Row {
  const token = model === "session" ? where.find(({ field }) => field === "token")?.value : undefined;
  return token === undefined || row === null ? row : { ...row, token };
}

/** The same adapter over hashes of tokens. Addresses of clients are left out. */
export function hashingSessionTokens(adapter: DBAdapter<BetterAuthOptions>): DBAdapter<BetterAuthOptions> {
  return {
    ...adapter,
    async create(request) {
      if (request.model !== "session") return adapter.create(request);
      const { token, ipAddress: _, ...data } = request.data as Record<string, unknown> & { token: string };
      const row = await adapter.create({ ...request, data: { ...data, token: hashToken(token) } } as never);
      return { ...(row as object), token } as never;
    },
    async findOne(request) {
      const where = hashConditions(request.model, request.where);
      return withToken(request.model, request.where, (await adapter.findOne({ ...request, where })) as never);
    },
    async findMany(request) {
      const { model, where = [] } = request;
      const rows = await adapter.findMany({ ...request, where: hashConditions(model, where) });
      return rows.map((row) => withToken(model, where, row)) as never;
    },
    updateMany: (request) =>
      adapter.updateMany({ ...request, where: hashConditions(request.model, request.where) }),
    async update(request) {
      const where = hashConditions(request.model, request.where);
      return withToken(request.model, request.where, (await adapter.update({ ...request, where })) as never);
    },
    delete: (request) => adapter.delete({ ...request, where: hashConditions(request.model, request.where) }),
    deleteMany: (request) =>
      adapter.deleteMany({ ...request, where: hashConditions(request.model, request.where) }),
  };
}
