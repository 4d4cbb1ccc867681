/** Describes the headers that clients send to a server, as the MCP Registry and server cards describe inputs. */
import { authSchemes } from "@toolwright/runtime";
import type { AuthModel, RemoteModel } from "../model/model.ts";

type Header = Readonly<Record<string, unknown>>;

/** A server with bearer tokens gets an `Authorization` header, unless the spec declares one. Clients find OAuth by themselves. */
export function remoteHeaders(declared: RemoteModel["headers"] = [], auth: AuthModel): readonly Header[] {
  const isDeclared = declared.some(({ name }) => String(name).toLowerCase() === "authorization");
  const isNeeded = authSchemes(auth).includes("bearer") && !isDeclared;
  return isNeeded ? [...declared, authorization(auth)] : declared;
}

/** Describes the Authorization header. Without it, a client signs in if it can. */
function authorization(auth: AuthModel): Header {
  const { tokenSource } = auth;
  const isRequired = !authSchemes(auth).includes("oauth");
  const from = tokenSource === undefined ? "" : `, from ${tokenSource}`;
  return {
    name: "Authorization",
    description: `A bearer token${from}.`,
    value: "Bearer {token}",
    isRequired,
    isSecret: true,
    variables: { token: { description: `An access token${from}.`, isRequired, isSecret: true } },
  };
}
