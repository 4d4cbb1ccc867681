/** Tools for jobs and the applications for them. */
import { z } from "zod";
import { partOf } from "./offsets.ts";
import { apply, createJob, moveApplication, setJobState } from "./pipeline.ts";
import * as schemas from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { showApplication, showJob } from "./views.ts";

const ofJobs: Registration[] = [
  tool("create_job", {
    scope: "recruiting:write",
    title: "Create a job",
    description: "Drafts a job. Candidates can apply when it is open, until its closing day has ended.",
    annotations: adds,
    input: z.strictObject({
      title: z.string().min(3).max(100),
      department: schemas.department,
      headcount: schemas.headcount.default(1),
      closes_on: z.iso.date(),
      request_id: schemas.requestId,
    }),
    output: schemas.job,
    run: ({ request_id, ...order }, { team }) =>
      showJob(
        team.once("create_job", request_id, order, () => createJob(team, order)),
        team,
      ),
  }),
  tool("get_job", {
    scope: "recruiting:read",
    title: "Get a job",
    description: "Shows a job and how many of its places are filled.",
    annotations: reads,
    input: z.strictObject({ job_id: schemas.jobId }),
    output: schemas.job,
    run: ({ job_id }, { team }) => showJob(team.get(team.jobs, job_id, "job"), team),
  }),
  tool("list_jobs", {
    scope: "recruiting:read",
    title: "List jobs",
    description: "Lists the jobs that fit all filters, the oldest first.",
    annotations: reads,
    input: z.strictObject({
      text: z.string().min(1).max(80).optional().describe("Words of the title."),
      state: schemas.jobState.optional(),
      department: schemas.department.optional(),
      closes_until: z.iso.date().optional().describe("The last closing day."),
      ...schemas.byOffset,
    }),
    output: z.strictObject({ jobs: z.array(schemas.job), ...schemas.offsetResult }),
    run: ({ text, state, department, closes_until, offset, limit }, { team }) => {
      const { part, paging } = partOf({
        items: [...team.jobs.values()],
        offset,
        limit,
        fits: (job) =>
          (text === undefined || job.title.toLowerCase().includes(text.toLowerCase())) &&
          (state === undefined || job.state === state) &&
          (department === undefined || job.department === department) &&
          (closes_until === undefined || job.closes_on <= closes_until),
      });
      return { jobs: part.map((job) => showJob(job, team)), ...paging };
    },
  }),
  tool("set_job_state", {
    scope: "recruiting:write",
    title: "Open or close a job",
    description: "Opens a drafted job for candidates, or closes a job for good.",
    annotations: changes,
    input: z.strictObject({ job_id: schemas.jobId, action: z.enum(["open", "close"]) }),
    output: schemas.job,
    run: ({ job_id, action }, { team }) => showJob(setJobState(team, job_id, action), team),
  }),
];

const ofApplications: Registration[] = [
  tool("apply", {
    scope: "recruiting:write",
    title: "Record an application",
    description:
      "Records that a candidate applies for an open job. A candidate has one open application for a job, and five in all.",
    annotations: adds,
    input: z.strictObject({
      job_id: schemas.jobId,
      candidate_id: schemas.candidateId,
      source: schemas.source,
      cover_note: z.string().min(1).max(2000).optional(),
      request_id: schemas.requestId,
    }),
    output: schemas.application,
    run: ({ request_id, ...order }, { team }) =>
      showApplication(
        team.once("apply", request_id, order, () => apply(team, order)),
        team,
      ),
  }),
  tool("get_application", {
    scope: "recruiting:read",
    title: "Get an application",
    description: "Shows an application, its stage and the mean score of its interviews.",
    annotations: reads,
    input: z.strictObject({ application_id: schemas.applicationId }),
    output: schemas.application,
    run: ({ application_id }, { team }) =>
      showApplication(team.get(team.applications, application_id, "application"), team),
  }),
  tool("list_applications", {
    scope: "recruiting:read",
    title: "List applications",
    description: "Lists the applications that fit all filters, the oldest first.",
    annotations: reads,
    input: z.strictObject({
      job_id: schemas.jobId.optional(),
      candidate_id: schemas.candidateId.optional(),
      stage: schemas.stage.optional(),
      source: schemas.source.optional(),
      min_score: z.number().min(1).max(5).optional().describe("The mean score is this or more."),
      ...schemas.byOffset,
    }),
    output: z.strictObject({ applications: z.array(schemas.application), ...schemas.offsetResult }),
    run: ({ offset, limit, job_id, candidate_id, stage, source, min_score }, { team }) => {
      if (job_id !== undefined) team.get(team.jobs, job_id, "job");
      if (candidate_id !== undefined) team.get(team.candidates, candidate_id, "candidate");
      const { part, paging } = partOf({
        items: [...team.applications.values()].map((application) => showApplication(application, team)),
        offset,
        limit,
        fits: (application) =>
          (job_id === undefined || application.job_id === job_id) &&
          (candidate_id === undefined || application.candidate_id === candidate_id) &&
          (stage === undefined || application.stage === stage) &&
          (source === undefined || application.source === source) &&
          (min_score === undefined || (application.mean_score ?? 0) >= min_score),
      });
      return { applications: part, ...paging };
    },
  }),
  tool("move_application", {
    scope: "recruiting:write",
    title: "Move an application",
    description: "Takes an application to the screening, or ends it before there is an offer.",
    annotations: changes,
    input: z.strictObject({
      application_id: schemas.applicationId,
      to: z.enum(["screening", "rejected", "withdrawn"]),
      reason: z.string().min(1).max(300).optional(),
    }),
    output: schemas.application,
    run: ({ application_id, to, reason }, { team }) =>
      showApplication(moveApplication(team, application_id, to, reason), team),
  }),
];

export const jobTools: readonly Registration[] = [...ofJobs, ...ofApplications];
