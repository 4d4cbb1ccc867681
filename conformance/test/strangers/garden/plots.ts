/** The plots of the garden. */
import { find, type Garden, nextNumber, type StoredPlot } from "./garden.ts";
import type { AddPlotInput, ListPlotsInput, Plot } from "./generated/types.ts";
import { type Page, paginate } from "./paging.ts";
import { isOpen, tenanciesIn } from "./terms.ts";

const squareMetreCents = 150;

export function findPlot({ plots }: Garden, id: string): StoredPlot {
  return find(plots, id, "plot", "garden_list_plots shows the plots.");
}

export function addPlot(garden: Garden, { label, square_metres, sun, has_tap }: AddPlotInput): Plot {
  const id = `plot-${nextNumber("plot")}`;
  const season_cents = square_metres * squareMetreCents;
  garden.plots.set(id, { plot_id: id, label, square_metres, sun, has_tap, season_cents });
  return showPlot(garden, id);
}

function showPlot(garden: Garden, id: string): Plot {
  const seasons = tenanciesIn(garden)
    .filter((tenancy) => tenancy.plot_id === id && isOpen(tenancy))
    .map(({ season }) => season)
    .sort((one, other) => one - other);
  return { ...findPlot(garden, id), seasons_taken: seasons };
}

export function listPlots(garden: Garden, account: string, input: ListPlotsInput): Page<Plot> {
  const { sun, has_tap, min_square_metres: least = 0, free_in } = input;
  const plots = [...garden.plots.keys()]
    .map((id) => showPlot(garden, id))
    .filter((plot) => sun === undefined || plot.sun === sun)
    .filter((plot) => has_tap === undefined || plot.has_tap === has_tap)
    .filter((plot) => plot.square_metres >= least)
    .filter((plot) => free_in === undefined || !plot.seasons_taken.includes(free_in));
  return paginate(
    {
      entries: plots,
      keyOf: ({ plot_id }) => [Number(plot_id.slice("plot-".length))],
      name: ["plots", account, sun, has_tap, least, free_in],
    },
    input,
  );
}
