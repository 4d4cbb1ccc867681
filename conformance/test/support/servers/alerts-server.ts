/** Products and alerts on node:http alone: an alert waits until a call brings items of its product. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const alertsCases = casesOf(`${import.meta.dirname}/alerts`);

export const alertsTokens = [
  { token: "ale.Wq2mLx8RzT4w", scopes: ["alerts"] },
  { token: "ale.Pv1lSo9DnQ6g", scopes: ["alerts"], account: "other" },
];

export type AlertMistake =
  /** An alert is sent soon after it was made, without items. */
  | "sends-by-itself"
  /** Items that come back send no alert; those of a delivery do. */
  | "sends-on-delivery-only"
  | "never-sends"
  /** The number of alerts that wait for a product stays as it is when they are sent. */
  | "keeps-count";

interface Product {
  readonly product: number;
  readonly name: string;
  items: number;
  /** Alerts that wait for items. */
  alerts: number;
}

interface Alert {
  readonly alert: number;
  readonly product: number;
  status: "waiting" | "sent" | "confirmed";
  readings: number;
}

/** @returns the tools, whose handlers share their products and alerts */
function makeTools(mistake?: AlertMistake) {
  const products: Product[] = [];
  const alerts: Alert[] = [];
  const addItems = ({ product, items }: Product, sends: boolean) => {
    const found = find(products, product);
    found.items += items;
    const waiting = alerts.filter((each) => each.product === product && each.status === "waiting");
    if (sends) for (const alert of waiting) alert.status = "sent";
    if (sends && mistake !== "keeps-count") found.alerts = 0;
    return { ...found };
  };
  return {
    add_product: ({ name }: Product) => {
      const product = { product: products.length + 1, name, items: 0, alerts: 0 };
      products.push(product);
      return { ...product };
    },
    get_product: ({ product }: Product) => ({ ...find(products, product) }),
    add_alert: ({ product }: Product) => {
      find(products, product).alerts += 1;
      const alert: Alert = { alert: alerts.length + 1, product, status: "waiting", readings: 0 };
      alerts.push(alert);
      return show(alert);
    },
    get_alert: ({ alert }: Alert) => {
      const found = find(alerts, alert);
      found.readings += 1;
      if (mistake === "sends-by-itself" && found.readings > 2 && found.status === "waiting")
        found.status = "sent";
      return show(found);
    },
    confirm_alert: ({ alert }: Alert) => {
      const found = find(alerts, alert);
      if (found.status !== "sent") throw new Refused("wrong_state", `The alert is ${found.status}.`);
      found.status = "confirmed";
      return show(found);
    },
    take_back: (input: Product) =>
      addItems(input, mistake !== "never-sends" && mistake !== "sends-on-delivery-only"),
    restock: (input: Product) => addItems(input, mistake !== "never-sends"),
  };
}

function find<Value>(all: readonly Value[], id: number): Value {
  const found = all[id - 1];
  if (found === undefined) throw new Refused("missing", `There is no ${id}.`);
  return found;
}

function show({ alert, product, status }: Alert): object {
  return { alert, product, status };
}

/** Serves products and alerts on a free port of loopback. */
export function serveAlerts(mistake?: AlertMistake): Promise<{ url: string; close(): Promise<void> }> {
  return servePlain({
    name: "alerts",
    cases: alertsCases,
    tokens: alertsTokens,
    tools: makeTools(mistake),
  });
}
