"""The server: its tools, and how a call is checked, run and answered."""

import asyncio
import json
import os

import customer_list as customers
import kitchen_list as kitchen
import mcp_types as types
from access import Hook
from calls import Caller, company_named
from customer_tools import CUSTOMER_TOOLS
from kitchen_tools import KITCHEN_TOOLS
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from model import Refusal
from schemas import explain, with_whole_numbers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

LATENCY = int(os.environ.get("LATENCY_MS", "0")) / 1000
HANDLERS = {**CUSTOMER_TOOLS, **KITCHEN_TOOLS}
TOOLS = [
    customers.create_customer,
    customers.get_customer,
    customers.list_customers,
    customers.update_customer,
    customers.add_credit,
    customers.list_credit_entries,
    kitchen.create_recipe,
    kitchen.list_recipes,
    kitchen.create_menu,
    kitchen.get_menu,
    kitchen.copy_menu,
    kitchen.publish_menu,
    customers.create_subscription,
    customers.get_subscription,
    customers.change_subscription,
    kitchen.open_box,
    kitchen.get_box,
    kitchen.list_boxes,
    kitchen.choose_recipes,
    kitchen.skip_box,
    kitchen.advance_box,
    kitchen.rate_recipe,
    customers.create_gift_code,
    customers.get_gift_code,
    customers.redeem_gift_code,
    customers.get_usage,
]
SCHEMAS = {tool.name: tool.input_schema for tool in TOOLS}


async def list_tools(
    _context: ServerRequestContext, _params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=TOOLS)


def refuse(code: str, message: str) -> types.CallToolResult:
    content = [types.TextContent(type="text", text=message)]
    return types.CallToolResult(content=content, is_error=True, _meta={"code": code})


def run(name: str, given: dict) -> types.CallToolResult:
    token = get_access_token()
    if token is None:
        raise MCPError(types.INTERNAL_ERROR, "The call has no token.")
    scope, handler = HANDLERS[name]
    if scope not in token.scopes:
        return refuse("insufficient_scope", f"{name} needs a token with the scope {scope}.")
    mistake = explain(SCHEMAS[name], given)
    if mistake is not None:
        return refuse("invalid_input", mistake)
    try:
        result = handler(Caller(company_named(token.client_id), token.scopes), with_whole_numbers(given))
    except Refusal as refusal:
        return refuse(refusal.code, str(refusal))
    content = [types.TextContent(type="text", text=json.dumps(result, ensure_ascii=False))]
    return types.CallToolResult(content=content, structured_content=result)


async def call_tool(_context: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
    if params.name not in HANDLERS:
        raise MCPError(types.INVALID_PARAMS, f"There is no tool {params.name}. tools/list names them all.")
    await asyncio.sleep(LATENCY)
    return run(params.name, params.arguments or {})


server = Server(
    "boxes",
    version="2.6.0",
    title="Boxes to cook at home",
    instructions=(
        "Prices and credit are in euro cents. Days are days in UTC. Boxes are delivered at 08:00 UTC."
    ),
    get_tool_input_schema=SCHEMAS.get,
    on_list_tools=list_tools,
    on_call_tool=call_tool,
)


async def control(request: Request) -> JSONResponse:
    return JSONResponse(Hook(await request.json()).run())


control_route = Route("/control", control, methods=["POST"])
