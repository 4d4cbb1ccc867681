/** Gives another account access to instances, as the spec declares. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Input, SharingRule } from "../../cases/call-rules.ts";
import { applyEdits, steps, valueAt } from "../../cases/edits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import type { Called } from "../calls/called.ts";
import { otherAccount } from "../calls/identity.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "./entity-instance.ts";

/** The sharing of an entity with an account of the target. */
export class Sharing {
  readonly rule: SharingRule;
  /** The account that gets access. */
  readonly account: string;
  readonly #engine: Engine;

  private constructor(engine: Engine, rule: SharingRule, account: string) {
    this.#engine = engine;
    this.rule = rule;
    this.account = account;
  }

  /** Throws a PreconditionError if the target names no account for the argument, or has no token of it. */
  static async find(engine: Engine, entity: string): Promise<Sharing> {
    const { sharedBy } = engine.rules.entities[entity] ?? {};
    const rule = requireDeclared(
      sharedBy,
      `the spec names no tool that shares ${withArticle(entity)} (shared_by)`,
    );
    const { bindings, caller } = engine.context;
    const account = bindings.findAccount(steps(rule.account).at(-1)!);
    if (account === undefined || account === otherAccount) {
      const why = `no binding of ${rule.account.slice(1)} in the target file says which account its value names; ${otherAccount} is to have no access`;
      throw new PreconditionError("no-account", why);
    }
    await caller.requireToken(account);
    return new Sharing(engine, rule, account);
  }

  /** Gives the account access to an instance of the account of the run. Throws a PreconditionError if that fails. */
  async share(instance: EntityInstance, call: Input = this.rule.calls[0]!): Promise<Called> {
    const { tool, id } = this.rule;
    const named = applyEdits(call, [{ set: id, to: instance.id }]);
    const instances = { [instance.entity]: instance };
    const input = await this.#engine.instances.fill(tool, named, { keep: [id], about: instance, instances });
    return this.#engine.calls.requireSuccess({ tool, input });
  }

  /** The role that a call gives; undefined if the spec does not tell roles apart. */
  findRole(call: Input): string | undefined {
    const { roles } = this.rule;
    const role = roles && valueAt(call, roles.argument);
    return typeof role === "string" ? role : undefined;
  }

  /** Gives the account access with a role, instead of the one it had. Throws a PreconditionError if that fails. */
  shareAs(instance: EntityInstance, role: string): Promise<Called> {
    const { argument } = requireDeclared(this.rule.roles);
    return this.share(instance, applyEdits(this.rule.calls[0]!, [{ set: argument, to: role }]) as Input);
  }
}
